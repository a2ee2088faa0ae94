// Seed 1, table 1, VM, which the seeds only name: a virtual machine runs a program of unknown instructions. The target is
// reachable: the accumulator becomes 15 on a program that also uses its second register.
#include "loops.h"
#define LENGTH 32
static unsigned char code[LENGTH];

int main(void) {
  int length, a = 0, b = 0, swaps = 0;
  UNKNOWN(length);
  UNKNOWN(code);
  klee_assume(length >= 0 & length <= LENGTH);
  for (int at = 0; at < length; at++) {
    switch (code[at]) {
    case 1: a++; break;
    case 2: a += b; break;
    case 3: { int t = a; a = b; b = t; swaps++; break; }
    case 4: b = 0; break;
    default: break;
    }
  }
  if (a == 15 && b == 7 && swaps >= 2)
    reach_error();
  return 0;
}
