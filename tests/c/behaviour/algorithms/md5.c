// Another digest, with rotations that differ by round.
//@ behaviour
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void block(uint32_t s[4], const uint8_t *p) {
  static const int shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  uint32_t a = s[0], b = s[1], c = s[2], d = s[3], w[16];
  memcpy(w, p, 64);
  for (int i = 0; i < 64; i++) {
    uint32_t f;
    int g;
    switch (i / 16) {
    case 0:
      f = (b & c) | (~b & d), g = i;
      break;
    case 1:
      f = (d & b) | (~d & c), g = (5 * i + 1) % 16;
      break;
    case 2:
      f = b ^ c ^ d, g = (3 * i + 5) % 16;
      break;
    default:
      f = c ^ (b | ~d), g = 7 * i % 16;
    }
    f += a + (uint32_t)(fabs(sin(i + 1)) * 4294967296.0) + w[g];
    a = d, d = c, c = b;
    int r = shifts[i / 16][i % 4];
    b += f << r | f >> (32 - r);
  }
  s[0] += a, s[1] += b, s[2] += c, s[3] += d;
}

int main(void) {
  const char *texts[] = {"", "a", "message digest", "abcdefghijklmnopqrstuvwxyz"};
  for (int t = 0; t < 4; t++) {
    uint32_t s[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    uint8_t b[64] = {0};
    size_t n = strlen(texts[t]);
    memcpy(b, texts[t], n);
    b[n] = 0x80;
    b[56] = (uint8_t)(n * 8);
    b[57] = (uint8_t)(n * 8 >> 8);
    block(s, b);
    for (int i = 0; i < 16; i++)
      printf("%02x", s[i / 4] >> i % 4 * 8 & 255);
    puts("");
  }
  return 0;
}
