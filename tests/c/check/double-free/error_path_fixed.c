// Freed by the function that failed and by its caller: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <stdlib.h>

static int use(char *p, int n) {
  if (n < 0) {
    return -1;
  }
  p[0] = (char)n;
  return 0;
}

int main(void) {
  char *p = malloc(4);
  int r = use(p, klee_int("n"));
  free(p);
  return r;
}
