// Seed 1, table 1, EQCNT, which the seeds only name: two numbers occur equally often in an array of unknown length, and often. The
// target is reachable.
#include "loops.h"
#define MOST 32
static int a[MOST];

int main(void) {
  int n, ones = 0, twos = 0;
  UNKNOWN(n);
  UNKNOWN(a);
  klee_assume(n >= 0 & n <= MOST);
  for (int i = 0; i < n; i++) {
    if (a[i] == 1)
      ones++;
    else if (a[i] == 2)
      twos++;
  }
  if (ones == twos && ones > 10)
    reach_error();
  return 0;
}
