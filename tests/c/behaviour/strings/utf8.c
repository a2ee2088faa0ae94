// Decoding and encoding UTF-8, with broken sequences.
//@ behaviour
#include <stdio.h>

static int decode(const unsigned char **s) {
  const unsigned char *p = *s;
  int c = *p++, more = c < 0x80 ? 0 : c >= 0xf0 && c < 0xf8 ? 3 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xc2 && c < 0xe0 ? 1 : -1;
  if (more < 0) {
    *s = p;
    return -1;
  }
  int point = more ? c & (0x3f >> more) : c;
  for (int i = 0; i < more; i++) {
    if ((*p & 0xc0) != 0x80) {
      *s = p;
      return -1;
    }
    point = point << 6 | (*p++ & 0x3f);
  }
  *s = p;
  return point;
}

static int encode(int c, unsigned char *out) {
  if (c < 0x80)
    return out[0] = c, 1;
  if (c < 0x800)
    return out[0] = 0xc0 | c >> 6, out[1] = 0x80 | (c & 0x3f), 2;
  if (c < 0x10000)
    return out[0] = 0xe0 | c >> 12, out[1] = 0x80 | (c >> 6 & 0x3f), out[2] = 0x80 | (c & 0x3f), 3;
  return out[0] = 0xf0 | c >> 18, out[1] = 0x80 | (c >> 12 & 0x3f), out[2] = 0x80 | (c >> 6 & 0x3f), out[3] = 0x80 | (c & 0x3f), 4;
}

int main(void) {
  const char *texts[] = {"plain", "gr\u00fc\u00dfe", "\u20ac 5", "\U0001f600!", "bad \xff\xc3 end", "\xe2\x82"};
  for (int i = 0; i < 6; i++) {
    const unsigned char *p = (const unsigned char *)texts[i];
    while (*p) {
      int c = decode(&p);
      unsigned char back[4];
      if (c < 0)
        printf("? ");
      else
        printf("%X/%d ", c, encode(c, back) * 1000 + back[0]);
    }
    puts("");
  }
  return 0;
}
