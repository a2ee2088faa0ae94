// A table of words that is one too short for what a byte can be.
//@ verdict: unsafe
//@ replay: native
#include <klee/klee.h>
#include <stdint.h>

static uint32_t table[255];

int main(void) {
  unsigned char bytes[2];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  return table[bytes[0] ^ bytes[1]] != 0; //~ ERROR[out-of-bounds]
}
