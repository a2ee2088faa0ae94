// A text made in a buffer of the stack: corrected.
//@ verdict: safe
#include <stdio.h>
#include <string.h>

static char *name(int n) {
  static char b[16];
  char *p = b;
  snprintf(p, 16, "item %d", n);
  return p;
}

int main(void) {
  char *p = name(3);
  return strlen(p) != 6;
}
