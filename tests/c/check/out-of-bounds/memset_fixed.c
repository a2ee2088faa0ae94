// The size of a pointer instead of an array: corrected.
//@ verdict: safe
#include <stdlib.h>
#include <string.h>

int main(void) {
  short *p = malloc(3 * sizeof(short));
  memset(p, 0, 3 * sizeof *p);
  int r = p[0];
  free(p);
  return r;
}
