// A function that forgets its result on one path.
//@ verdict: unsafe
#include <klee/klee.h>

static int sign(int n) {
  if (n > 0)
    return 1;
  if (n < 0)
    return -1;
}

int main(void) {
  int n = klee_int("n");
  klee_assume(n != 0 | n == 0);
  if (sign(n) == 1) //~ ERROR[uninitialized]
    return 1;
  return 0;
}
