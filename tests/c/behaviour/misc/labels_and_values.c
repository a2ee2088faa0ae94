// Ternary chains with mixed types and conversions.
//@ behaviour
#include <stdio.h>

static const char *size(long n) { return n < 0 ? "negative" : n == 0 ? "zero" : n < 10 ? "small" : n < 1000 ? "medium" : "large"; }

int main(void) {
  long list[] = {-1, 0, 9, 10, 999, 1000};
  for (int i = 0; i < 6; i++)
    printf("%s ", size(list[i]));
  puts("");
  int one = 1;
  printf("%zu %g\n", sizeof(one ? 1 : 2.0), one ? 1 : 2.5);
  unsigned u = 5;
  int s = -5;
  printf("%d\n", (one ? s : u) > 0);
  int x = 1, y = 2;
  *(one ? &x : &y) = 10;
  (one ? &x : &y)[0]++;
  printf("%d %d\n", x, y);
  void *p = one ? (void *)0 : &x;
  printf("%d\n", p == 0);
  struct s { int a; } l = {1}, r = {2};
  printf("%d\n", (one ? l : r).a + (one - 1 ? l : r).a);
  int (*f)(const char *) = one ? puts : 0;
  f("called");
  return one ? one ? 3 : 4 : 5;
}
