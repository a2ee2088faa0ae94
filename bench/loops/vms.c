// Seed 1, table 1, VMS, which the seeds only name: a smaller virtual machine, with one register and three instructions. The target
// is reachable.
#include "loops.h"
#define LENGTH 32
static unsigned char code[LENGTH];

int main(void) {
  int length, a = 0;
  UNKNOWN(length);
  UNKNOWN(code);
  klee_assume(length >= 0 & length <= LENGTH);
  for (int at = 0; at < length && code[at] != 0; at++) {
    if (code[at] == 1)
      a++;
    else if (code[at] == 2)
      a += 2;
  }
  if (a == 25)
    reach_error();
  return 0;
}
