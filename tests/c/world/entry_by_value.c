// Structures that are passed in memory are objects of their own size, and never null; so is where a result goes.
//@ args: --entry pick
//@ verdict: unsafe
//@ replay: native
struct large { long a[4]; };
struct wide { _Alignas(32) int x; long double v; };
struct pair { float x, y; };
struct large pick(struct large l, struct wide w, struct pair p, unsigned i) {
  struct large result = {{l.a[3], w.x, p.x > p.y}};
  if ((unsigned long)&w % 32)
    return l;
  if (l.a[3] == 77)
    result.a[0] = 1 / (l.a[3] - 77); //~ ERROR[division-by-zero]
  if (i > 3 && i < 10)
    result.a[1] = l.a[i]; //~ ERROR[out-of-bounds]
  return result;
}
