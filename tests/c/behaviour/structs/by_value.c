// Structures of all sizes as arguments and results.
//@ behaviour
#include <stdio.h>

struct one { char c; };
struct two { int a, b; };
struct three { char a; short b; int c; };
struct five { char text[5]; };
struct sixteen { long a; double b; };
struct floats { float x, y; };
struct mixed { float x; int n; double y; };
struct large { int values[12]; };

static struct one make1(char c) { return (struct one){c}; }
static struct two swap2(struct two t) { return (struct two){t.b, t.a}; }
static struct three next3(struct three t) { return (struct three){t.a + 1, t.b * 2, -t.c}; }
static struct five up5(struct five f) {
  for (int i = 0; i < 5; i++)
    if (f.text[i] >= 'a')
      f.text[i] -= 32;
  return f;
}
static struct sixteen mix(struct sixteen a, struct sixteen b) { return (struct sixteen){a.a + b.a, a.b * b.b}; }
static struct floats plus(struct floats a, struct floats b) { return (struct floats){a.x + b.x, a.y + b.y}; }
static struct mixed turn(struct mixed m) { return (struct mixed){m.y, m.n + 1, m.x}; }
static struct large scale(struct large l, int by) {
  for (int i = 0; i < 12; i++)
    l.values[i] *= by;
  return l;
}

int main(void) {
  printf("%c\n", make1('q').c);
  struct two t = swap2((struct two){1, 2});
  printf("%d %d\n", t.a, t.b);
  struct three h = next3(next3((struct three){'a', -5, 70000}));
  printf("%c %d %d\n", h.a, h.b, h.c);
  struct five f = up5((struct five){"word"});
  printf("%s\n", f.text);
  struct sixteen s = mix((struct sixteen){1, 1.5}, (struct sixteen){1l << 40, 3});
  printf("%ld %g\n", s.a, s.b);
  struct floats p = plus((struct floats){1, 2}, (struct floats){0.5, 0.25});
  printf("%g %g\n", p.x, p.y);
  struct mixed m = turn((struct mixed){1.5, 7, 2.5});
  printf("%g %d %g\n", m.x, m.n, m.y);
  struct large l = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}, k = scale(l, 3);
  printf("%d %d %d\n", l.values[11], k.values[11], scale(k, -1).values[0]);
  return 0;
}
