// A literal and a global are freed: corrected.
//@ verdict: safe
#include <stdlib.h>

static char buffer[8];

static void release(char *p) {
  if (p != buffer)
    free(p);
}

int main(void) {
  release(buffer);
  return 0;
}
