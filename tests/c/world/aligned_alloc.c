// Sizes that are no multiple of the alignment are fine in glibc, and the address sanitizer must not refuse them in replays.
//@ verdict: unsafe
//@ replay: all
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 3);
  char *p = aligned_alloc(4096, 100);
  if (!p || (uintptr_t)p % 4096) return 1;
  char *q = aligned_alloc(2, 7);
  p[98 + n] = 1; //~ ERROR[out-of-bounds]
  int result = q == NULL;
  free(q);
  free(p);
  return result;
}
