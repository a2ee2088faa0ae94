// Where the program can read what it printed, each length is a path of its own.
//@ verdict: safe
//@ replay: all
//@ paths[loops=unroll]: 13
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[16], wide[16];
  short n;
  klee_make_symbolic(&n, sizeof n, "n");
  int length = snprintf(text, sizeof text, "%d", n);
  assert(length == (int)strlen(text));
  assert(length <= 6);
  assert((text[0] == '-') == (n < 0));
  assert(text[length - 1] - '0' == abs(n % 10));
  snprintf(wide, sizeof wide, "%06x", (unsigned short)n);
  assert(strlen(wide) == 6);
  return 0;
}
