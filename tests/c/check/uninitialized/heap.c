// Memory of malloc is not zero.
//@ verdict: unsafe
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  p[0] = 1;
  int found = 0;
  for (int i = 0; i < 2; i++)
    if (p[i] == 0) //~ ERROR[uninitialized]
      found++;
  free(p);
  return found;
}
