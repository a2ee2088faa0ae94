// Small types are promoted to int before arithmetic.
//@ behaviour
#include <stdio.h>

int main(void) {
  unsigned char a = 200, b = 100;
  signed char c = -128;
  unsigned short s = 65535;
  short t = -32768;
  printf("%d %d\n", a + b, (unsigned char)(a + b));
  printf("%d %d\n", -c, (signed char)-c);
  printf("%d %d\n", s * 2, (unsigned short)(s * 2));
  printf("%d %d\n", t - 1, (short)(t - 1));
  printf("%d %d\n", ~a, (unsigned char)~a);
  printf("%d %d\n", a << 4, (unsigned char)(a << 4));
  printf("%d\n", a - b * 3);
  a += 100;
  b -= 101;
  s++;
  printf("%d %d %d\n", a, b, s);
  printf("%zu %zu %zu\n", sizeof(a + b), sizeof a, sizeof(s + 1L));
  return a > b;
}
