// An index from before the array was made smaller: corrected.
//@ verdict: safe
#include <stdlib.h>

int main(void) {
  int *p = calloc(10, sizeof *p);
  p = realloc(p, 5 * sizeof *p);
  p[4] = 1;
  free(p);
  return 0;
}
