// Bytes that are any are no `double`: looking at the number ends the path, looking at them does not.
//@ verdict: incomplete
//@ snapshot
#include <klee/klee.h>
int main(void) {
  long double x;
  unsigned char *bytes = (unsigned char *)&x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (bytes[9] == 0x40)
    return bytes[8];
  return x > 1;
}
