// Unsigned arithmetic wraps around at every width.
//@ behaviour
#include <stdio.h>
#include <stdint.h>

int main(void) {
  uint8_t a = 255;
  uint16_t b = 65535;
  uint32_t c = UINT32_MAX;
  uint64_t d = UINT64_MAX;
  a++, b++, c++, d++;
  printf("%u %u %u %llu\n", a, b, c, (unsigned long long)d);
  a--, b--, c--, d--;
  printf("%u %u %u %llu\n", a, b, c, (unsigned long long)d);
  a *= 255;
  b *= 257;
  c *= 65537;
  d *= 4294967297ull;
  printf("%u %u %u %llu\n", a, b, c, (unsigned long long)d);
  uint32_t hash = 2166136261u;
  for (const char *p = "wrap around"; *p; p++)
    hash = (hash ^ (uint8_t)*p) * 16777619u;
  printf("%08x\n", hash);
  printf("%u\n", 0u - 1u);
  return (int)(hash & 127);
}
