// An index from before the array was made smaller.
//@ verdict: unsafe
#include <stdlib.h>

int main(void) {
  int *p = calloc(10, sizeof *p);
  p = realloc(p, 5 * sizeof *p);
  p[5] = 1; //~ ERROR[out-of-bounds]
  free(p);
  return 0;
}
