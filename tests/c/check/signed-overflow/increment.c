// A counter at its limit, subtracted and incremented.
//@ verdict: unsafe
//@ args: --check=overflow
#include <klee/klee.h>
#include <limits.h>

int main(void) {
  int n = klee_int("n");
  if (n > 0)
    n++; //~ ERROR[signed-overflow]
  else
    n -= 5; //~ ERROR[signed-overflow]
  return n == 7;
}
