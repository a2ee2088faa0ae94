// Rows and columns exchanged: corrected.
//@ verdict: safe
#include <klee/klee.h>

int main(void) {
  int m[2][5] = {{0}};
  unsigned r = (unsigned)klee_range(0, 5, "r"), c = (unsigned)klee_range(0, 2, "c");
  m[c][r] = 1;
  return 0;
}
