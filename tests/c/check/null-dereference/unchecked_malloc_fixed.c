// An allocation that may fail: corrected.
//@ verdict: safe
//@ args: --malloc-may-fail
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 1;
  *p = 5;
  int n = *p;
  free(p);
  return n;
}
