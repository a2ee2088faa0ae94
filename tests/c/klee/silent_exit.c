// A path that ends without a word.
//@ verdict: safe
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  if (n == 3)
    klee_silent_exit(1);
  klee_assert(n != 3);
  return 0;
}
