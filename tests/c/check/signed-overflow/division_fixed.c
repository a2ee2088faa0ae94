// The one quotient that does not fit: corrected.
//@ verdict: safe
//@ args: --check=overflow
#include <klee/klee.h>

int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  if (b == 0)
    return 0;
  if (b == -1)
    return -(a / 2);
  return a / b == 3;
}
