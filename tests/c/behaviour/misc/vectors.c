// Vector types of the compiler.
//@ behaviour
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));

static v4 twice(v4 v) { return v + v; }

int main(void) {
  v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
  v4 c = a * b - 5, d = twice(c), e = a < 3, f = b >> a;
  for (int i = 0; i < 4; i++)
    printf("%d %d %d %d\n", c[i], d[i], e[i], f[i]);
  f4 x = {0.5f, 1.5f, 2.5f, 3.5f};
  f4 y = x * 2 + (f4){1, 1, 1, 1};
  y[2] = -1;
  printf("%g %g %g %g\n", (double)y[0], (double)y[1], (double)y[2], (double)y[3]);
  b16 bytes = (b16)a;
  printf("%d %d %d\n", bytes[0], bytes[4], bytes[5]);
  v4 s = __builtin_shufflevector(a, b, 3, 0, 5, 6);
  printf("%d %d %d %d\n", s[0], s[1], s[2], s[3]);
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += (a & b)[i];
  return sum;
}
