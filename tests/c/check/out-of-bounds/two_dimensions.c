// Rows and columns exchanged.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  int m[2][5] = {{0}};
  unsigned r = (unsigned)klee_range(0, 5, "r"), c = (unsigned)klee_range(0, 2, "c");
  m[r][c] = 1; //~ ERROR[out-of-bounds]
  return 0;
}
