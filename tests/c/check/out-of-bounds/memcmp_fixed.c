// The twin of memcmp.c, with sizes that the input decides: no more bytes are compared than there are.
//@ verdict: safe
#include <klee/klee.h>
#include <string.h>

int main(void) {
  unsigned char bytes[6], short_ones[4] = {1, 2, 3, 4};
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  size_t n = bytes[5] % 7;
  if (memcmp(bytes, "HEADER", n) == 0 && n > 4) return 1;
  if (n > 4) n = 4;
  return memcmp(short_ones, bytes, n) > 0;
}
