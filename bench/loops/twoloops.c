// Seed 1, table 1, TwoLoops (seed 2, section 7): behind a loop that never ends. The target is not reachable.
#include "loops.h"

int main(void) {
  unsigned n, i = 0, j = 0;
  UNKNOWN(n);
  for (unsigned k = 0; k < n; k++)
    i += 4;
  while (i != j + 7)
    j += 2;
  reach_error();
  return 0;
}
