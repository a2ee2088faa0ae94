// An allocation that may fail.
//@ verdict: unsafe
//@ args: --malloc-may-fail
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5; //~ ERROR[null-dereference]
  int n = *p;
  free(p);
  return n;
}
