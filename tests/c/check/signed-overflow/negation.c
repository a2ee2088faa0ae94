// The negative of the smallest number.
//@ verdict: unsafe
//@ args: --check=overflow
#include <klee/klee.h>
#include <limits.h>

int main(void) {
  long n;
  klee_make_symbolic(&n, sizeof n, "n");
  long m = n < 0 ? -n : n; //~ ERROR[signed-overflow]
  return m > 5;
}
