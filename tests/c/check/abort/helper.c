// A function for fatal errors.
//@ verdict: unsafe
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

static void fatal(const char *why) {
  fprintf(stderr, "fatal: %s\n", why);
  abort(); //~ ERROR[abort]
}

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  if (c >= 0x80)
    fatal("not ASCII");
  return 0;
}
