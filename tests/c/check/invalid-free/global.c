// A literal and a global are freed.
//@ verdict: unsafe
#include <stdlib.h>

static char buffer[8];

static void release(char *p) {
  free(p); //~ ERROR[invalid-free]
}

int main(void) {
  release(buffer);
  return 0;
}
