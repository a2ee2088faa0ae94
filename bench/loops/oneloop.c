// Seed 1, table 1, OneLoop (seed 2, section 7): multiples of four never are 15. The target is not reachable.
#include "loops.h"

int main(void) {
  unsigned n, i = 0;
  UNKNOWN(n);
  for (unsigned k = 0; k < n; k++)
    i += 4;
  if (i == 15)
    reach_error();
  return 0;
}
