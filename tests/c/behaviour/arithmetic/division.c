// Quotients and remainders of all sign combinations and widths.
//@ behaviour
#include <stdio.h>
#include <limits.h>

static void show(long a, long b) { printf("%ld/%ld = %ld rest %ld\n", a, b, a / b, a % b); }

int main(void) {
  long values[] = {1, -1, 7, -7, 10, -10, 1000000007, LONG_MAX, LONG_MIN + 1};
  int n = sizeof values / sizeof *values;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j += 2)
      show(values[i], values[j]);
  unsigned char x = 250, y = 7;
  printf("%d %d\n", x / y, x % y);
  short s = -32768, t = 3;
  printf("%d %d\n", s / t, s % t);
  unsigned long big = ULONG_MAX;
  printf("%lu %lu\n", big / 10, big % 10);
  printf("%d\n", INT_MIN / 2);
  return 0;
}
