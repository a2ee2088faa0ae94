// Factors that are made wider first: their product always fits, a product of products need not.
//@ verdict: unsafe
//@ args: --check overflow
#include <klee/klee.h>
int main(void) {
  int x, y;
  unsigned char c;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_make_symbolic(&c, sizeof c, "c");
  long product = (long)x * y;
  long small = (long)x * c * 4000000;
  if (product == 1L << 62)
    return (int)(c * product != 0); //~ ERROR[signed-overflow]
  return small > 0;
}
