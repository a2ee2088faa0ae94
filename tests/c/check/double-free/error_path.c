// Freed by the function that failed and by its caller.
//@ verdict: unsafe
#include <klee/klee.h>
#include <stdlib.h>

static int use(char *p, int n) {
  if (n < 0) {
    free(p);
    return -1;
  }
  p[0] = (char)n;
  return 0;
}

int main(void) {
  char *p = malloc(4);
  int r = use(p, klee_int("n"));
  free(p); //~ ERROR[double-free]
  return r;
}
