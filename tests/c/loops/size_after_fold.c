// A folded loop decides a size that can be too many numbers: the counter is tried instead, and the size told from it. Once
// any size was taken for it, and the program called safe.
//@ args: --max-values 2
//@ verdict: unsafe
//@ matrix: loops=fold subsume=off turns=off
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_range(0, 30, "n"), i = 0;
  while (n > 3) {
    n -= 3;
    i++;
  }
  char *p = malloc(i + 1 - (i == 7));
  p[i] = 1; //~ ERROR[out-of-bounds]
  free(p);
  return 0;
}
