// The one quotient that does not fit.
//@ verdict: unsafe
//@ args: --check=overflow
#include <klee/klee.h>

int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  if (b == 0)
    return 0;
  return a / b == 3; //~ ERROR[signed-overflow]
}
