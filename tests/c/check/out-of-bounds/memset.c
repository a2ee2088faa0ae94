// The size of a pointer instead of an array.
//@ verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void) {
  short *p = malloc(3 * sizeof(short));
  memset(p, 0, sizeof p); //~ ERROR[out-of-bounds]
  int r = p[0];
  free(p);
  return r;
}
