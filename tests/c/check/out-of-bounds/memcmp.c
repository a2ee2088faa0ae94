// More bytes are compared than there are, although those that are there differ.
//@ verdict: unsafe
#include <klee/klee.h>
#include <string.h>

static int is_tagged(const unsigned char *bytes) {
  return memcmp(bytes, "HEADER", 6) == 0; //~ ERROR[out-of-bounds]
}

int main(void) {
  unsigned char bytes[6], short_ones[4] = {1, 2, 3, 4};
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  return is_tagged(bytes[0] == 7 ? short_ones : bytes);
}
