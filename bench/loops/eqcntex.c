// Seed 1, table 1, EQCNTex, which the seeds only name: as EQCNT, but every element is counted, and their number is odd. The target
// is not reachable.
#include "loops.h"
#define MOST 32
static int a[MOST];

int main(void) {
  int n, ones = 0, others = 0;
  UNKNOWN(n);
  UNKNOWN(a);
  klee_assume(n >= 0 & n <= MOST);
  klee_assume(n % 2 == 1);
  for (int i = 0; i < n; i++) {
    if (a[i] == 1)
      ones++;
    else
      others++;
  }
  if (ones == others)
    reach_error();
  return 0;
}
