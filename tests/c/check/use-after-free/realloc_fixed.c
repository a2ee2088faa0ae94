// The old pointer after realloc: corrected.
//@ verdict: safe
#include <stdlib.h>

int main(void) {
  int *a = malloc(2 * sizeof *a), *first = a;
  a[0] = 1;
  a = realloc(a, 200 * sizeof *a);
  first = a;
  int n = *first;
  free(a);
  return n;
}
