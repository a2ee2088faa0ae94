// A 64-bit mask made with an int.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  int bit = klee_range(0, 64, "bit");
  unsigned long mask = 1u << bit; //~ ERROR[shift-out-of-range]
  return mask == 5;
}
