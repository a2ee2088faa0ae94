// The address of a local: corrected.
//@ verdict: safe
#include <stdio.h>

static int *make(void) {
  static int local = 5;
  int *p = &local;
  return p;
}

int main(void) {
  int *p = make();
  return *p;
}
