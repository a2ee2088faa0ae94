// Increments and decrements, before and after, on everything that has them.
//@ behaviour
#include <stdio.h>

struct point {
  short x;
  unsigned char y;
};

int main(void) {
  int i = 5;
  int a = i++ + 10;
  int b = ++i + 10;
  int c = i-- - 1;
  int d = --i - 1;
  printf("%d %d %d %d %d\n", a, b, c, d, i);
  struct point p = {32767, 255};
  p.x++;
  p.y++;
  printf("%d %d\n", p.x, p.y);
  int array[5] = {1, 2, 3, 4, 5};
  int *q = array;
  int first = *q++;
  int second = ++*q;
  int third = (*q)++;
  int fourth = *++q;
  printf("%d %d %d %d %td\n", first, second, third, fourth, q - array);
  double f = 1.5;
  f++;
  ++f;
  printf("%g %g\n", f--, f);
  _Bool t = 0;
  t++;
  t++;
  printf("%d\n", t);
  return i;
}
