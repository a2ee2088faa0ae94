// The old pointer after realloc.
//@ verdict: unsafe
#include <stdlib.h>

int main(void) {
  int *a = malloc(2 * sizeof *a), *first = a;
  a[0] = 1;
  a = realloc(a, 200 * sizeof *a);
  int n = *first; //~ ERROR[use-after-free]
  free(a);
  return n;
}
