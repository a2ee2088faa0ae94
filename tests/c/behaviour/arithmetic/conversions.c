// Conversions between integer widths, truncating and extending.
//@ behaviour
#include <stdio.h>
#include <stdint.h>

int main(void) {
  int64_t values[] = {0, -1, 127, 128, 255, 256, -129, 32768, 65536, 2147483647, 2147483648, -2147483649, 0x123456789abcdef};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    int64_t v = values[i];
    printf("%lld: %d %u %d %u %d %u\n", (long long)v, (int8_t)v, (uint8_t)v, (int16_t)v, (uint16_t)v, (int32_t)v, (uint32_t)v);
  }
  int32_t s = -5;
  uint32_t u = s;
  uint64_t from_s = s, from_u = u;
  printf("%llx %llx\n", (unsigned long long)from_s, (unsigned long long)from_u);
  char plain = (char)200;
  printf("%d %d\n", plain, plain < 0);
  _Bool b = 0x100;
  printf("%d %d\n", b, (_Bool)0.1);
  return 0;
}
