// A local is freed: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char small[8], *p = small;
  int n = klee_range(1, 20, "n");
  if (n > 8)
    p = malloc(20);
  p[0] = 1;
  if (p != small)
  free(p);
  return 0;
}
