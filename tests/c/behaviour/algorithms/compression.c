// Run lengths and a dictionary compressor, both reversed.
//@ behaviour
#include <stdio.h>
#include <string.h>

static int rle(const char *in, char *out) {
  int n = 0;
  while (*in) {
    int run = 1;
    while (in[run] == *in && run < 9)
      run++;
    out[n++] = (char)('0' + run);
    out[n++] = *in;
    in += run;
  }
  out[n] = 0;
  return n;
}

static void unrle(const char *in, char *out) {
  for (; *in; in += 2)
    for (int i = in[0] - '0'; i; i--)
      *out++ = in[1];
  *out = 0;
}

static int lz(const unsigned char *in, int n, unsigned char *out) {
  int m = 0;
  for (int i = 0; i < n;) {
    int best = 0, distance = 0;
    for (int d = 1; d <= i && d < 256; d++) {
      int l = 0;
      while (i + l < n && l < 255 && in[i + l - d] == in[i + l])
        l++;
      if (l > best)
        best = l, distance = d;
    }
    if (best > 3) {
      out[m++] = 255, out[m++] = (unsigned char)distance, out[m++] = (unsigned char)best;
      i += best;
    } else
      out[m++] = in[i++];
  }
  return m;
}

static int unlz(const unsigned char *in, int n, unsigned char *out) {
  int m = 0;
  for (int i = 0; i < n;)
    if (in[i] == 255) {
      for (int l = in[i + 2]; l; l--, m++)
        out[m] = out[m - in[i + 1]];
      i += 3;
    } else
      out[m++] = in[i++];
  return m;
}

int main(void) {
  char a[128], b[128];
  printf("%d %s\n", rle("aaaaabbbcddddddddddddd", a), a);
  unrle(a, b);
  printf("%s\n", b);
  const char *text = "how much wood would a woodchuck chuck if a woodchuck could chuck wood wood wood wood";
  int n = (int)strlen(text);
  unsigned char c[128], d[128];
  int m = lz((const unsigned char *)text, n, c);
  int k = unlz(c, m, d);
  printf("%d %d %d %d\n", n, m, k, !memcmp(d, text, (size_t)n));
  return 0;
}
