// Comparisons and divisions where one operand is unsigned.
//@ behaviour
#include <stdio.h>

int main(void) {
  int minus = -1;
  unsigned one = 1;
  long lminus = -1;
  printf("%d %d\n", minus < (int)one, minus < one);
  printf("%d %d\n", lminus < one, lminus < 1ul);
  printf("%u\n", minus / one);
  printf("%u\n", (unsigned)-7 / 2);
  printf("%d\n", -7 / 2);
  printf("%d %d %d\n", -7 % 3, 7 % -3, -7 % -3);
  printf("%u\n", -7 % 3u);
  printf("%lu\n", (unsigned long)minus);
  printf("%lu\n", (unsigned long)(unsigned)minus);
  signed char c = -1;
  unsigned char u = c;
  printf("%d %d\n", c == u, (signed char)u == c);
  printf("%d\n", (minus > 0u) + (minus >= one) * 2);
  return 0;
}
