// The same of pointers that are rounded: one of them is the other pointer.
//@ verdict: unsafe
//@ matrix: search=bfs merge=never,always,dynamic,qce,qce-recursive turns=off
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static char pool[256];
static uintptr_t next;

static char *take(unsigned size, unsigned align) {
  next = (next + align - 1) & ~(uintptr_t)(align - 1);
  char *start = (char *)next;
  next += size;
  return start;
}

int main(void) {
  char *a = malloc(4), *b = malloc(4);
  char *rounded = (char *)((uintptr_t)a & ~(uintptr_t)1);
  int which = klee_range(0, 2, "which");
  if (which) rounded = (char *)((uintptr_t)b & ~(uintptr_t)1);
  next = (uintptr_t)pool;
  char *first = take(1, 1);
  char *second = which ? take(8, 16) : take(4, 4);
  second[3] = 1;
  *first = 0;
  assert(second[3] == 1);
  free(rounded);
  assert(rounded != a); //~ ERROR[assertion]
  assert(second - pool != 16); //~ ERROR[assertion]
  return 0;
}
