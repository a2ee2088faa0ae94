// Nothing is left of a constant in the initializer of an array: what cannot be seen is not called safe.
//@ verdict: incomplete
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, 3, "n");
  if (n == 2) {
    int numbers[2] = {
      1,
      1 << 32,
    };
    return numbers[n - 2];
  }
  return 0;
}
