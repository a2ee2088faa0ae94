// Sequence points, comma expressions and nested assignment.
//@ behaviour
#include <stdio.h>

static int trace[32], n;

static int note(int v) { return trace[n++] = v; }

int main(void) {
  int a = (note(1), note(2), note(3));
  int b = note(4) && note(0) || note(5);
  int c = note(6) ? note(7) : note(8);
  int x, y, z;
  x = y = z = note(9) + 1;
  x += y -= z *= 2;
  printf("%d %d %d %d %d %d\n", a, b, c, x, y, z);
  for (note(10), x = 0; note(11), x < 2; note(12), x++)
    note(13);
  for (int i = 0; i < n; i++)
    printf("%d ", trace[i]);
  puts("");
  int list[] = {(1, 2), (3, 4)};
  int i = 0;
  list[i] = 10;
  i = i + 1;
  list[i++] += 5;
  printf("%d %d %d\n", list[0], list[1], i);
  int v = 5;
  v = v++ > 4 ? v * 2 : v;
  return v;
}
