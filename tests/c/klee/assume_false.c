// After an assumption that cannot hold there is nothing.
//@ verdict: safe
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  if (n > 5) {
    klee_assume(n < 3);
    klee_assert(0);
  }
  return 0;
}
