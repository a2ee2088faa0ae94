// A length from the input.
//@ verdict: unsafe
//@ replay: native
#include <klee/klee.h>
#include <string.h>

int main(void) {
  unsigned char n;
  char from[32] = "thirty-one bytes of text, nearly", to[16];
  klee_make_symbolic(&n, 1, "n");
  if (n < 20)
    memcpy(to, from, n); //~ ERROR[out-of-bounds]
  return 0;
}
