// A function for fatal errors: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

static void fatal(const char *why) {
  fprintf(stderr, "fatal: %s\n", why);
  exit(2);
}

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  if (c >= 0x80)
    fatal("not ASCII");
  return 0;
}
