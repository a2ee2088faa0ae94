// A number of addresses may be that of another object, whatever it was computed from.
//@ verdict: unsafe
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
  static int one[4], other[4];
  long distance = klee_range(0, 256, "distance") - 128;
  int *moved = (int *)((uintptr_t)one + 4 * distance);
  assert(moved != other); //~ ERROR[assertion]
  return 0;
}
