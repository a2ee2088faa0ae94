// Bits counted, found and reversed by hand and by builtins.
//@ behaviour
#include <stdint.h>
#include <stdio.h>

static int ones(uint32_t n) {
  n -= n >> 1 & 0x55555555;
  n = (n & 0x33333333) + (n >> 2 & 0x33333333);
  return (int)(((n + (n >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

static uint32_t reverse(uint32_t n) {
  n = (n & 0x55555555) << 1 | (n >> 1 & 0x55555555);
  n = (n & 0x33333333) << 2 | (n >> 2 & 0x33333333);
  n = (n & 0x0f0f0f0f) << 4 | (n >> 4 & 0x0f0f0f0f);
  return __builtin_bswap32(n);
}

int main(void) {
  uint32_t list[] = {1, 0x80000000, 0xffffffff, 0x12345678, 0x00ff00ff, 0xdeadbeef, 6};
  for (int i = 0; i < 7; i++) {
    uint32_t n = list[i];
    printf("%08x %d %d %d %d %d %08x\n", n, ones(n), __builtin_popcount(n), __builtin_clz(n), __builtin_ctz(n),
           __builtin_parity(n), reverse(n));
  }
  uint64_t big = 0x0001000000800000;
  printf("%d %d %d %d\n", __builtin_popcountll(big), __builtin_clzll(big), __builtin_ctzll(big), __builtin_ffsll((long long)big));
  printf("%d %d\n", __builtin_ffs(0), __builtin_ffs(40));
  printf("%x %llx\n", __builtin_bswap16(0x1234), (unsigned long long)__builtin_bswap64(0x0102030405060708));
  printf("%x\n", __builtin_bitreverse8(0x13));
  return 0;
}
