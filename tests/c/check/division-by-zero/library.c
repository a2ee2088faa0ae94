// A divisor that div of the library is given.
//@ verdict: unsafe
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int n = klee_range(-2, 3, "n");
  div_t d = div(17, n); //~ ERROR[division-by-zero]
  return d.rem;
}
