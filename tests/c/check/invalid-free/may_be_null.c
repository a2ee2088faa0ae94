// Nothing is wrong with freeing null, however it was computed.
//@ verdict: safe
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *masked = malloc(4);
  uintptr_t mask = -(uintptr_t)klee_range(0, 2, "keep");
  free((void *)((uintptr_t)masked & mask));
  char *unknown;
  klee_make_symbolic(&unknown, sizeof unknown, "unknown");
  klee_assume(unknown == 0);
  free(unknown);
  unsigned tag = klee_range(0, 8, "tag");
  uintptr_t tagged = (uintptr_t)(klee_int("there") ? malloc(8) : 0) | tag;
  free((void *)(tagged & ~(uintptr_t)7));
  return 0;
}
