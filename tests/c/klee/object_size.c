// How much there is from a pointer on.
//@ verdict: safe
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char local[12];
  char *heap = malloc(20);
  klee_assert(klee_get_obj_size(local) == 12);
  klee_assert(klee_get_obj_size(heap) == 20);
  free(heap);
  return 0;
}
