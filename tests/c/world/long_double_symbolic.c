// A symbolic `double` as a `long double`: kept in arrays and looked at as its bits.
//@ verdict: unsafe
//@ replay: native
#include <assert.h>
#include <klee/klee.h>
union view {
  long double number;
  struct {
    unsigned long significand;
    unsigned short head;
  } parts;
};
int main(void) {
  double d;
  long double table[3] = {1.0L, 2.0L, 0.0L};
  unsigned i;
  klee_make_symbolic(&d, sizeof d, "d");
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(d == d);
  klee_assume(i < 3);
  table[2] = d;
  long double x = table[i];
  if (i == 2)
    assert((double)x == d);
  if (i == 1)
    assert(x == 2.0L);
  union view v;
  v.number = d;
  if (d != 0)
    assert(v.parts.significand >> 63); // the leading one is written down
  assert(!(d > 0 && v.parts.head >> 15));
  assert((v.parts.head & 0x7fff) != 0x3fff || (d >= 1 && d < 2) || (d <= -1 && d > -2));
  assert(v.parts.head != 0x4005); //~ ERROR[assertion]
  return 0;
}
