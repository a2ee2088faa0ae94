// A 64-bit mask made with an int: corrected.
//@ verdict: safe
#include <klee/klee.h>

int main(void) {
  int bit = klee_range(0, 64, "bit");
  unsigned long mask = 1ul << bit;
  return mask == 5;
}
