// Memory of malloc is not zero: corrected.
//@ verdict: safe
#include <stdlib.h>

int main(void) {
  int *p = calloc(4, sizeof *p);
  p[0] = 1;
  int found = 0;
  for (int i = 0; i < 2; i++)
    if (p[i] == 0)
      found++;
  free(p);
  return found;
}
