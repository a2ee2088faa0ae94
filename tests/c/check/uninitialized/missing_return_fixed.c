// A function that forgets its result on one path: corrected.
//@ verdict: safe
#include <klee/klee.h>

static int sign(int n) {
  if (n > 0)
    return 1;
  if (n < 0)
    return -1;
  return 0;
}

int main(void) {
  int n = klee_int("n");
  if (sign(n) == 1)
    return 1;
  return 0;
}
