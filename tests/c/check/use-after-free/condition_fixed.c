// Freed on one path, written on all: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *p = calloc(8, 1);
  int done = 0;
  if (klee_int("n") == 1000) {
    free(p);
    done = 1;
  }
  if (done)
    return 0;
  p[3] = 'x';
  if (!done)
    free(p);
  return 0;
}
