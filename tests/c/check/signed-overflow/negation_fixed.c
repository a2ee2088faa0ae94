// The negative of the smallest number: corrected.
//@ verdict: safe
//@ args: --check=overflow
#include <klee/klee.h>
#include <limits.h>

int main(void) {
  long n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n == LONG_MIN)
    return 1;
  long m = n < 0 ? -n : n;
  return m > 5;
}
