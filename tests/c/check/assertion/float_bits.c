// The bits of a float that depends on an input, through a union and through a copy.
//@ verdict: unsafe
//@ replay: native
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  int n = klee_range(1, 9, "n");
  double half = n / 2.0;
  union {
    double number;
    unsigned long bits;
  } both = {half};
  assert(both.bits >> 63 == 0);
  unsigned long copy;
  memcpy(&copy, &half, sizeof copy);
  assert(copy == both.bits);
  assert(both.bits != 0x4004000000000000ul); //~ ERROR[assertion]
  return 0;
}
