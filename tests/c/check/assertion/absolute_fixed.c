// The absolute value of the smallest number: corrected.
//@ verdict: safe
#include <assert.h>
#include <klee/klee.h>
#include <limits.h>

static int absolute(int n) { return n < 0 ? (int)(0u - (unsigned)n) : n; }

int main(void) {
  int n = klee_int("n");
  klee_assume(n != INT_MIN);
  assert(absolute(n) >= 0);
  return 0;
}
