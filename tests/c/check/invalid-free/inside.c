// A pointer that has moved.
//@ verdict: unsafe
//@ replay: native
#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  for (int i = 0; i < 3; i++)
    *p++ = 'x';
  free(p); //~ ERROR[invalid-free]
  return 0;
}
