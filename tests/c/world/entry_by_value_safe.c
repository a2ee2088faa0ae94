// Nothing is wrong with structures that are passed in memory, in registers or returned.
//@ args: --entry turned
//@ verdict: safe
struct large { long a[4]; };
struct point { double x, y; };
struct point turned(struct large l, struct point p) {
  for (int i = 0; i < 4; i++)
    if (l.a[i] == i)
      p.x = 1;
  struct point q = {p.y, p.x};
  return q;
}
