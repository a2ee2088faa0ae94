// Which of two objects a number means depends on an input; one of them is freed.
//@ verdict: unsafe
//@ replay: native
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *a = malloc(4), *b = malloc(4), *one = a;
  a[0] = 1;
  b[0] = 2;
  uintptr_t both = (uintptr_t)a ^ (uintptr_t)b;
  if (klee_range(0, 2, "which")) one = b;
  char *other = (char *)(both ^ (uintptr_t)one);
  free(a);
  return other[0]; //~ ERROR[use-after-free]
}
