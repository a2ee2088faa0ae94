// Encoding and decoding with padding.
//@ behaviour
#include <stdio.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const unsigned char *in, size_t n, char *out) {
  for (; n; in += 3) {
    unsigned long v = (unsigned long)in[0] << 16 | (n > 1 ? in[1] << 8 : 0) | (n > 2 ? in[2] : 0);
    *out++ = digits[v >> 18 & 63];
    *out++ = digits[v >> 12 & 63];
    *out++ = n > 1 ? digits[v >> 6 & 63] : '=';
    *out++ = n > 2 ? digits[v & 63] : '=';
    n -= n > 3 ? 3 : n;
  }
  *out = 0;
}

static int decode(const char *in, unsigned char *out) {
  unsigned v = 0;
  int bits = 0, n = 0;
  for (; *in && *in != '='; in++) {
    const char *p = strchr(digits, *in);
    if (!p)
      return -1;
    v = v << 6 | (unsigned)(p - digits);
    bits += 6;
    if (bits >= 8)
      out[n++] = (unsigned char)(v >> (bits -= 8));
  }
  return n;
}

int main(void) {
  const char *texts[] = {"", "M", "Ma", "Man", "any carnal pleasure", "\xff\xfe\xfd\x01"};
  for (int i = 0; i < 6; i++) {
    char e[64];
    unsigned char d[64];
    size_t n = strlen(texts[i]);
    encode((const unsigned char *)texts[i], n, e);
    int m = decode(e, d);
    printf("%s %d %d\n", e, m, m == (int)n && !memcmp(d, texts[i], n));
  }
  printf("%d\n", decode("ab!c", (unsigned char[8]){0}));
  return 0;
}
