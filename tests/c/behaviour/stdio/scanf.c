// Numbers from the input until it ends.
//@ behaviour
//@ stdin: 3 4.5 alpha
//@ stdin: 10 -2 beta
//@ stdin: 7 0.25 gamma x
#include <stdio.h>

int main(void) {
  int n, total = 0, rows = 0, c;
  double d, sum = 0;
  char name[20];
  while (scanf("%d %lf %19s", &n, &d, name) == 3) {
    printf("%s: %d %g\n", name, n, d);
    total += n;
    sum += d;
    rows++;
  }
  printf("%d %g %d\n", total, sum, rows);
  c = getchar();
  printf("%c\n", c);
  ungetc('!', stdin);
  printf("%c ", getchar());
  printf("%d\n", getchar());
  return rows;
}
