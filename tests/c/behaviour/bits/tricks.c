// Classic tricks with two's complement.
//@ behaviour
#include <stdint.h>
#include <stdio.h>

static int32_t absolute(int32_t n) {
  int32_t mask = n >> 31;
  return (n + mask) ^ mask;
}
static uint32_t up2(uint32_t n) {
  n--;
  for (int s = 1; s < 32; s *= 2)
    n |= n >> s;
  return n + 1;
}
static int power2(uint32_t n) { return n && !(n & (n - 1)); }
static int32_t average(int32_t a, int32_t b) { return (a & b) + ((a ^ b) >> 1); }
static uint32_t rotl(uint32_t n, unsigned by) { return n << (by & 31) | n >> (-by & 31); }
static int opposite(int32_t a, int32_t b) { return (a ^ b) < 0; }

int main(void) {
  printf("%d %d %d\n", absolute(-5), absolute(5), absolute(-2147483647));
  for (uint32_t n = 1; n < 2000000; n = n * 7 + 3)
    printf("%u %u %d\n", n, up2(n), power2(n + 1));
  printf("%d %d\n", average(2147483647, 2147483645), average(-7, 4));
  printf("%08x %08x %08x\n", rotl(0x80000001, 1), rotl(0x12345678, 0), rotl(0x12345678, 36));
  printf("%d %d\n", opposite(5, -1), opposite(-5, -1));
  int a = 5, b = 9;
  a ^= b, b ^= a, a ^= b;
  printf("%d %d\n", a, b);
  uint32_t v = 0x12003400;
  printf("%d\n", ((v - 0x01010101u) & ~v & 0x80808080u) != 0);
  printf("%u %u\n", v & -v, v & (v - 1));
  return 0;
}
