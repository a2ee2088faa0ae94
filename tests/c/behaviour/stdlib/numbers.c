// abs, div, random numbers of a fixed seed and limits.
//@ behaviour
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  printf("%d %ld %lld\n", abs(-5), labs(-5000000000), llabs(7));
  div_t d = div(-17, 5);
  ldiv_t l = ldiv(17, -5);
  lldiv_t ll = lldiv(-1099511627776, 1000);
  printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
  srand(5);
  int a = rand(), b = rand();
  srand(5);
  int c = rand(), d2 = rand();
  printf("%d %d %d\n", a == c, b == d2, a >= 0 && a <= RAND_MAX);
  printf("%d %d %u %ld %lu\n", INT_MAX, INT_MIN, UINT_MAX, LONG_MAX, ULONG_MAX);
  printf("%d %d %d %d %d\n", CHAR_BIT, SCHAR_MIN, UCHAR_MAX, SHRT_MAX, USHRT_MAX);
  int inside = 0;
  unsigned state = 42;
  for (int i = 0; i < 1000; i++) {
    state = state * 1103515245u + 12345u;
    double x = (state >> 16 & 1023) / 1024.0;
    state = state * 1103515245u + 12345u;
    double y = (state >> 16 & 1023) / 1024.0;
    inside += x * x + y * y < 1;
  }
  printf("%d\n", inside);
  return 0;
}
