// A table of words that the top byte of a sum and a byte of input index together: always inside.
//@ verdict: safe
#include <klee/klee.h>
#include <stdint.h>

static uint32_t table[256];

int main(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i << 24;
    for (int k = 0; k < 8; k++) c = c & 0x80000000u ? c << 1 ^ 0x04c11db7u : c << 1;
    table[i] = c;
  }
  unsigned char bytes[3];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  uint32_t sum = 0;
  for (unsigned i = 0; i < sizeof bytes; i++) sum = sum << 8 ^ table[sum >> 24 ^ bytes[i]];
  return sum == 0x12345678;
}
