// Between integers and floating point, rounding towards zero.
//@ behaviour
#include <stdint.h>
#include <stdio.h>

int main(void) {
  double list[] = {0.0, 0.5, 0.999, 1.0, -0.5, -1.999, 127.7, -128.2, 65535.9, 2147483647.0, -2147483648.0};
  for (unsigned i = 0; i < sizeof list / sizeof *list; i++)
    printf("%d %lld %g\n", (int)list[i], (long long)list[i], (double)(float)list[i]);
  printf("%u %llu\n", (unsigned)4294967295.0, (unsigned long long)18446744073709549568.0);
  printf("%d %d\n", (signed char)-100.9, (unsigned char)200.9);
  int64_t big = 9007199254740993;
  printf("%.0f %.0f\n", (double)big, (double)(float)16777217);
  printf("%.0f\n", (double)UINT64_MAX);
  printf("%.0f\n", (double)(float)INT64_MAX);
  uint32_t u = 4000000000u;
  printf("%.1f %.1f\n", (double)u, (double)(float)u);
  printf("%d %d\n", (int)'a' + (int)1.9f, 7 / 2 * 2.0 == 6);
  printf("%g %g\n", (double)(7 / 2), 7 / 2.0);
  _Bool b = 0.25;
  char c = 65.5;
  printf("%d %c\n", b, c);
  long l = 3;
  l *= 1.5;
  l += 0.75;
  printf("%ld\n", l);
  return 0;
}
