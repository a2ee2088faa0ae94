// realloc of the middle of an object: corrected.
//@ verdict: safe
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  int *q = realloc(p, 8);
  free(q);
  return 0;
}
