// More arguments than there are registers.
//@ behaviour
#include <stdio.h>

struct big { long a[4]; };

static long twelve(int a, long b, char c, short d, unsigned e, long f, int g, int h, char i, long j, unsigned char k, short l) {
  return a + 2 * b + 3 * c + 4 * d + 5 * (long)e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * l;
}

static double floats(double a, float b, double c, float d, double e, double f, double g, double h, double i, float j) {
  return a + b / 2 + c / 4 + d / 8 + e / 16 + f / 32 + g / 64 + h / 128 + i / 256 + j / 512;
}

static long mixed(int a, double b, struct big c, char *d, float e, struct big *f, long g, double h, int i, struct big j) {
  return a + (long)b + c.a[3] + d[1] + (long)e + f->a[0] + g + (long)h + i + j.a[2];
}

int main(void) {
  printf("%ld\n", twelve(-1, 2, 'c', -4, 5, 1l << 33, -7, 8, 9, -10, 255, -12));
  printf("%.10f\n", floats(1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
  struct big x = {{1, 2, 3, 4}}, y = {{100, 200, 300, 400}};
  printf("%ld\n", mixed(1, 2.9, x, "ab", 3.5f, &y, 7, 8.1, 9, y));
  long (*p)(int, long, char, short, unsigned, long, int, int, char, long, unsigned char, short) = twelve;
  printf("%ld\n", p(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
  return 0;
}
