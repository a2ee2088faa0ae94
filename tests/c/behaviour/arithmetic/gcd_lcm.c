// Greatest common divisors in three ways.
//@ behaviour
#include <stdio.h>

static unsigned long euclid(unsigned long a, unsigned long b) { return b ? euclid(b, a % b) : a; }

static unsigned long binary(unsigned long a, unsigned long b) {
  if (!a || !b)
    return a | b;
  int shift = __builtin_ctzl(a | b);
  a >>= __builtin_ctzl(a);
  do {
    b >>= __builtin_ctzl(b);
    if (a > b) {
      unsigned long t = a;
      a = b;
      b = t;
    }
    b -= a;
  } while (b);
  return a << shift;
}

static long extended(long a, long b, long *x, long *y) {
  if (!b)
    return *x = 1, *y = 0, a;
  long g = extended(b, a % b, y, x);
  *y -= a / b * *x;
  return g;
}

int main(void) {
  unsigned long pairs[][2] = {{12, 18}, {17, 5}, {0, 9}, {1071, 462}, {1ul << 40, 3ul << 20}, {600851475143, 71 * 839}};
  for (int i = 0; i < 6; i++) {
    unsigned long a = pairs[i][0], b = pairs[i][1], g = euclid(a, b);
    long x, y;
    long h = extended((long)a, (long)b, &x, &y);
    printf("%lu %lu %ld x %ld y %ld lcm %lu\n", g, binary(a, b), h, x, y, a / g * b);
  }
  return 0;
}
