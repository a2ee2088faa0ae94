// The absolute value of the smallest number.
//@ verdict: unsafe
#include <assert.h>
#include <klee/klee.h>
#include <limits.h>

static int absolute(int n) { return n < 0 ? (int)(0u - (unsigned)n) : n; }

int main(void) {
  int n = klee_int("n");
  assert(absolute(n) >= 0); //~ ERROR[assertion]
  return 0;
}
