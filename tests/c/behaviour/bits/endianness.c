// Bytes of numbers in both orders.
//@ behaviour
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void put_be(uint8_t *p, uint64_t v, int n) {
  while (n--)
    p[n] = (uint8_t)v, v >>= 8;
}
static uint64_t get_be(const uint8_t *p, int n) {
  uint64_t v = 0;
  while (n--)
    v = v << 8 | *p++;
  return v;
}
static uint32_t get_le32(const uint8_t *p) {
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

int main(void) {
  uint8_t b[20] = {0};
  put_be(b, 0x0102030405060708, 8);
  put_be(b + 8, 0xabcd, 2);
  put_be(b + 10, (uint64_t)-2, 4);
  for (int i = 0; i < 14; i++)
    printf("%02x", b[i]);
  printf("\n%llx %x\n", (unsigned long long)get_be(b + 1, 5), get_le32(b + 2));
  uint32_t n = 0x11223344;
  uint8_t raw[4];
  memcpy(raw, &n, 4);
  printf("%x%x%x%x %d\n", raw[0], raw[1], raw[2], raw[3], *(char *)&n == 0x44);
  uint32_t unaligned;
  memcpy(&unaligned, b + 3, 4);
  printf("%x\n", unaligned);
  int16_t s = (int16_t)get_be(b + 8, 2);
  printf("%d\n", s);
  return 0;
}
