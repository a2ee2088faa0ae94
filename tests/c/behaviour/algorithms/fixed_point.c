// Sixteen bits before and after the point.
//@ behaviour
#include <stdint.h>
#include <stdio.h>

typedef int32_t fixed;
#define ONE 65536

static fixed make(int n, int d) { return (fixed)((int64_t)n * ONE / d); }
static fixed multiply(fixed a, fixed b) { return (fixed)((int64_t)a * b >> 16); }
static fixed divide(fixed a, fixed b) { return (fixed)((int64_t)a * ONE / b); }

static fixed root(fixed a) {
  uint64_t n = (uint64_t)a << 16, r = 0;
  for (uint64_t bit = 1ull << 46; bit; bit >>= 2)
    if (n >= r + bit)
      n -= r + bit, r = (r >> 1) + bit;
    else
      r >>= 1;
  return (fixed)r;
}

static void print(fixed a) {
  uint32_t u = a < 0 ? -(uint32_t)a : (uint32_t)a;
  printf("%s%u.%04u\n", a < 0 ? "-" : "", u >> 16, (u & 0xffff) * 10000 >> 16);
}

int main(void) {
  fixed x = make(22, 7), y = make(-3, 8);
  print(x);
  print(y);
  print(multiply(x, y));
  print(divide(x, y));
  print(x + y);
  print(root(make(2, 1)));
  print(root(x));
  fixed e = ONE, term = ONE;
  for (int i = 1; i < 10; i++)
    e += term = divide(term, make(i, 1));
  print(e);
  return 0;
}

