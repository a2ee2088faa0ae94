// The type _Bool and its conversions.
//@ behaviour
#include <stdbool.h>
#include <stdio.h>

struct flags { bool a, b; bool c : 1; };

static bool even(int n) { return !(n & 1); }
static bool any(const bool *list, int n) {
  bool r = false;
  while (n--)
    r |= *list++;
  return r;
}

int main(void) {
  bool t = 5, f = 0.0, p = "x", z = (bool)256;
  printf("%d %d %d %d %zu\n", t, f, p, z, sizeof t);
  t += 3;
  f--;
  printf("%d %d %d\n", t, f, t + t);
  struct flags s = {2, 0, 4};
  s.b = s.a && s.c;
  printf("%d %d %d\n", s.a, s.b, s.c);
  bool list[4] = {false};
  printf("%d ", any(list, 4));
  list[2] = even(4);
  printf("%d\n", any(list, 4));
  int n = 7;
  bool b = n > 5, c = !b;
  printf("%d %d %d %d\n", b ^ c, b & c, ~b, -b);
  bool array[3] = {[1] = true};
  return array[0] << 2 | array[1] << 1 | array[2];
}
