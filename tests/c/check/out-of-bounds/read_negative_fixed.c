// A negative index from a difference: corrected.
//@ verdict: safe
#include <klee/klee.h>

static const char digits[] = "0123456789";

int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  if (c >= '0' && c <= '9')
    return digits[c - '0'];
  return 0;
}
