// Floating point numbers as bits.
//@ behaviour
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits(double d) {
  uint64_t n;
  memcpy(&n, &d, sizeof n);
  return n;
}

static void parts(double d) {
  uint64_t b = bits(d);
  printf("%g: %d %d %013llx\n", d, (int)(b >> 63), (int)(b >> 52 & 0x7ff) - 1023, (unsigned long long)(b & 0xfffffffffffff));
}

static float inverse_root(float x) {
  int32_t i;
  memcpy(&i, &x, 4);
  i = 0x5f3759df - (i >> 1);
  float y;
  memcpy(&y, &i, 4);
  return y * (1.5f - x / 2 * y * y);
}

int main(void) {
  double list[] = {1, -2, 0.1, 1e308, 5e-324, 0, -0.0, 3.5};
  for (int i = 0; i < 8; i++)
    parts(list[i]);
  printf("%.6f %.6f\n", (double)inverse_root(4), (double)inverse_root(0.25f));
  float f = 16777216;
  printf("%d\n", f + 1 == f);
  uint64_t one = bits(1) + 1;
  double next;
  memcpy(&next, &one, 8);
  printf("%.17g\n", next);
  return 0;
}
