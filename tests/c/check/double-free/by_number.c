// A freed object is found by its address.
//@ verdict: unsafe
//@ replay: native
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  uintptr_t mask = -(uintptr_t)(klee_range(1, 3, "i") & 1);
  free(p);
  free((void *)((uintptr_t)p & mask)); //~ ERROR[double-free]
  return 0;
}
