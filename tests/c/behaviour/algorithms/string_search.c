// Knuth-Morris-Pratt, Boyer-Moore-Horspool and Rabin-Karp.
//@ behaviour
#include <stdio.h>
#include <string.h>

static int kmp(const char *t, const char *p) {
  int n = (int)strlen(p), fail[32], count = 0;
  fail[0] = 0;
  for (int i = 1, k = 0; i < n; i++) {
    while (k && p[i] != p[k])
      k = fail[k - 1];
    fail[i] = k += p[i] == p[k];
  }
  for (int i = 0, k = 0; t[i]; i++) {
    while (k && (k == n || t[i] != p[k]))
      k = fail[k - 1];
    k += t[i] == p[k];
    count += k == n;
  }
  return count;
}

static int horspool(const char *t, const char *p) {
  int n = (int)strlen(t), m = (int)strlen(p), skip[256], count = 0;
  for (int i = 0; i < 256; i++)
    skip[i] = m;
  for (int i = 0; i < m - 1; i++)
    skip[(unsigned char)p[i]] = m - 1 - i;
  for (int i = 0; i + m <= n; i += skip[(unsigned char)t[i + m - 1]])
    count += !memcmp(t + i, p, (size_t)m);
  return count;
}

static int rabin_karp(const char *t, const char *p) {
  unsigned n = (unsigned)strlen(t), m = (unsigned)strlen(p), h = 0, w = 0, top = 1;
  int count = 0;
  for (unsigned i = 0; i < m; i++)
    h = h * 257 + (unsigned char)p[i], w = w * 257 + (unsigned char)t[i], top = i ? top * 257 : 1;
  for (unsigned i = 0;; i++) {
    count += h == w && !memcmp(t + i, p, m);
    if (i + m >= n)
      return count;
    w = (w - (unsigned char)t[i] * top) * 257 + (unsigned char)t[i + m];
  }
}

int main(void) {
  const char *text = "abracadabra abracadabra aaaaaaab abab";
  const char *patterns[] = {"abra", "a", "aaab", "cad", "abab", "zzz", "abracadabra"};
  for (int i = 0; i < 7; i++)
    printf("%s %d %d %d\n", patterns[i], kmp(text, patterns[i]), horspool(text, patterns[i]), rabin_karp(text, patterns[i]));
  return 0;
}
