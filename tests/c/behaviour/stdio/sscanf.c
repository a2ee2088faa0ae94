// Reading numbers, words and sets out of texts.
//@ behaviour
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  int a, b, n;
  unsigned u;
  long l;
  char word[16], c;
  double d;
  float f;
  n = sscanf("12 -34 word 5.25", "%d %d %15s %lf", &a, &b, word, &d);
  printf("%d: %d %d %s %g\n", n, a, b, word, d);
  n = sscanf("0x1f 077 99", "%i %i %i", &a, &b, (int *)&u);
  printf("%d: %d %d %u\n", n, a, b, u);
  n = sscanf("ff:10", "%x:%ld", &u, &l);
  printf("%d: %u %ld\n", n, u, l);
  n = sscanf("key=value;rest", "%15[^=]=%c%*[^;];", word, &c);
  printf("%d: %s %c\n", n, word, c);
  n = sscanf("12345", "%2d%3d", &a, &b);
  printf("%d: %d %d\n", n, a, b);
  n = sscanf("abc", "%d", &a);
  printf("%d\n", n);
  n = sscanf("", "%d", &a);
  printf("%d\n", n);
  n = sscanf("7 apples", "%d pears", &a);
  printf("%d: %d\n", n, a);
  n = sscanf("1.5e3 x", "%f %n%c", &f, &a, &c);
  printf("%d: %g %d %c\n", n, (double)f, a, c);
  signed char hh;
  short h;
  long long ll;
  n = sscanf("-5 300 9999999999", "%hhd %hd %lld", &hh, &h, &ll);
  printf("%d: %d %d %lld\n", n, hh, h, ll);
  n = sscanf("aabbcc", "%[a-b]%s", word, word + 8);
  printf("%d: %s %s\n", n, word, word + 8);
  errno = 0;
  n = sscanf("x 1", "%d", &a);
  n += sscanf("-", "%x", &u);
  wchar_t *end;
  l = wcstol(L"+z", &end, 10);
  printf("%d %ld %d\n", n, l, errno);
  l = wcstol(L"5", &end, 99);
  printf("%d\n", errno == EINVAL);
  errno = E2BIG;
  n = sscanf("17", "%i", &a);
  printf("%d: %d %d\n", n, a, errno == E2BIG);
  return 0;
}
