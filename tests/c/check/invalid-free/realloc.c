// realloc of the middle of an object.
//@ verdict: unsafe
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  int *q = realloc(p + 1, 8); //~ ERROR[invalid-free]
  free(q);
  return 0;
}
