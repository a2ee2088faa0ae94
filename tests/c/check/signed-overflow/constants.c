// Folded when compiled: the native build does that too, so nothing confirms it.
//@ verdict: unsafe
//@ args: --check overflow
#include <klee/klee.h>
#include <limits.h>

#define SECOND (1000 * 1000)

int main(void) {
  int n = klee_range(0, 10, "n");
  if (n == 1) return INT_MAX + 1 > 0; //~ ERROR[signed-overflow]
  if (n == 2) return -INT_MIN > 0; //~ ERROR[signed-overflow]
  if (n == 3) return 24 * 60 * 60 * SECOND > 0; //~ ERROR[signed-overflow]
  return 24 * 60 * SECOND > 0;
}
