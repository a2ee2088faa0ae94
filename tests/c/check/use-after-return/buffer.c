// A text made in a buffer of the stack.
//@ verdict: unsafe
#include <stdio.h>
#include <string.h>

static char *name(int n) {
  char b[16];
  char *p = b;
  snprintf(p, 16, "item %d", n);
  return p;
}

int main(void) {
  char *p = name(3);
  return strlen(p) != 6; //~ ERROR[use-after-return]
}
