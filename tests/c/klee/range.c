// The end of klee_range is not part of it, its begin is.
//@ verdict: unsafe
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int n = klee_range(-3, 8, "n");
  klee_assert(n >= -3 && n < 8);
  klee_assert(klee_range(4, 5, "one") == 4);
  if (n == -3)
    return 1;
  if (n == 7)
    klee_assert(0); //~ ERROR[assertion]
  return 0;
}
