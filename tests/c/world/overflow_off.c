// Without the check a signed sum wraps.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  if (n > 0 && n + 1 < 0)
    klee_assert(0); //~ ERROR[assertion]
  return 0;
}
