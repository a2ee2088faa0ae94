// A divisor that div of the library is given: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int n = klee_range(-2, 3, "n");
  if (n == 0)
    return 0;
  div_t d = div(17, n);
  return d.rem;
}
