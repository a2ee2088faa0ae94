// Checksums: CRC-32 by bits and by table, Adler-32, Fletcher.
//@ behaviour
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static uint32_t by_bits(const char *s, size_t n) {
  uint32_t c = ~0u;
  while (n--) {
    c ^= (uint8_t)*s++;
    for (int i = 0; i < 8; i++)
      c = c >> 1 ^ (0xedb88320u & -(c & 1));
  }
  return ~c;
}

static uint32_t by_table(const char *s, size_t n) {
  uint32_t c = ~0u;
  while (n--)
    c = table[(c ^ (uint8_t)*s++) & 255] ^ c >> 8;
  return ~c;
}

static uint32_t adler(const char *s) {
  uint32_t a = 1, b = 0;
  for (; *s; s++)
    a = (a + (uint8_t)*s) % 65521, b = (b + a) % 65521;
  return b << 16 | a;
}

int main(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    table[i] = c;
  }
  const char *texts[] = {"", "123456789", "The quick brown fox jumps over the lazy dog"};
  for (int i = 0; i < 3; i++) {
    size_t n = strlen(texts[i]);
    printf("%08x %08x %08x\n", by_bits(texts[i], n), by_table(texts[i], n), adler(texts[i]));
  }
  return 0;
}
