// Shifts of every width, logical and arithmetic.
//@ behaviour
#include <stdio.h>
#include <stdint.h>

int main(void) {
  int32_t s = -1024;
  uint32_t u = 0x80000001u;
  int64_t l = INT64_MIN;
  uint64_t v = 0x8000000000000001ull;
  int8_t b = -128;
  uint16_t h = 0xffff;
  for (int i = 0; i < 32; i += 5)
    printf("%d %x %x\n", s >> i, u >> i, u << i);
  for (int i = 0; i < 64; i += 9)
    printf("%lld %llx %llx\n", (long long)(l >> i), (unsigned long long)(v >> i), (unsigned long long)(v << i));
  printf("%d %d\n", b >> 3, (int8_t)(b >> 7));
  printf("%d %d\n", h >> 15, (uint16_t)(h << 3));
  u <<= 4;
  u >>= 8;
  s >>= 2;
  printf("%x %d\n", u, s);
  return 0;
}
