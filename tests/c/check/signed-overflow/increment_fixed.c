// A counter at its limit, subtracted and incremented: corrected.
//@ verdict: safe
//@ args: --check=overflow
#include <klee/klee.h>
#include <limits.h>

int main(void) {
  int n = klee_int("n");
  klee_assume(n > INT_MIN + 5 & n < INT_MAX);
  if (n > 0)
    n++;
  else
    n -= 5;
  return n == 7;
}
