// The address of a local.
//@ verdict: unsafe
#include <stdio.h>

static int *make(void) {
  int local = 5;
  int *p = &local;
  return p;
}

int main(void) {
  int *p = make();
  return *p; //~ ERROR[use-after-return]
}
