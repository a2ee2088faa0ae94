// Every loop statement with continue and break.
//@ behaviour
#include <stdio.h>

int main(void) {
  int sum = 0;
  for (int i = 0; i < 20; i++) {
    if (i % 3 == 0)
      continue;
    if (i > 15)
      break;
    sum += i;
  }
  printf("%d\n", sum);
  int n = 27, steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  printf("%d\n", steps);
  int digits = 0;
  unsigned long v = 18446744073709551615ul;
  do
    digits++;
  while (v /= 10);
  printf("%d\n", digits);
  int i = 0, j = 10;
  for (;;) {
    if (i++ >= --j)
      break;
    for (int k = 0; k < 10; k++) {
      if (k == i)
        break;
      if (k & 1)
        continue;
      sum -= k;
    }
  }
  printf("%d %d %d\n", i, j, sum);
  for (i = 0; i < 3; i++)
    ;
  return i;
}
