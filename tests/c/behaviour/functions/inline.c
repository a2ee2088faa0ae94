// Inline functions, static and with attributes.
//@ behaviour
#include <stdio.h>

static inline int square(int n) { return n * n; }
inline __attribute__((always_inline)) static int cube(int n) { return n * square(n); }
static __attribute__((noinline)) int twice(int (*f)(int), int n) { return f(f(n)); }

static inline int next(void) {
  static int n;
  return ++n;
}

static inline unsigned rotate(unsigned n, int by) { return n << by | n >> (32 - by); }

static inline void sort2(int *a, int *b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}

static __attribute__((const)) int pure(int n) { return n ^ 0x55; }
static __attribute__((unused)) void never(void) {}

int main(void) {
  printf("%d %d %d %d\n", square(-7), cube(3), twice(square, 3), twice(cube, 2));
  next(), next();
  printf("%d\n", next());
  printf("%x %x\n", rotate(0x80000001u, 1), rotate(0x12345678u, 12));
  int v[3] = {9, 5, 7};
  sort2(v, v + 1), sort2(v + 1, v + 2), sort2(v, v + 1);
  printf("%d %d %d\n", v[0], v[1], v[2]);
  return pure(7);
}
