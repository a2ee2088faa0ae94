// Functions that take functions: map, filter, fold, compose.
//@ behaviour
#include <stdio.h>

typedef int (*unary)(int);
typedef int (*binary)(int, int);

static int twice(int n) { return 2 * n; }
static int negate(int n) { return -n; }
static int odd(int n) { return n & 1; }
static int add(int a, int b) { return a + b; }
static int max(int a, int b) { return a > b ? a : b; }
static int multiply(int a, int b) { return a * b; }

static void map(int *list, int n, unary f) {
  for (int i = 0; i < n; i++)
    list[i] = f(list[i]);
}

static int filter(int *list, int n, unary keep) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (keep(list[i]))
      list[count++] = list[i];
  return count;
}

static int fold(const int *list, int n, binary f, int start) {
  for (int i = 0; i < n; i++)
    start = f(start, list[i]);
  return start;
}

static int chain(const unary *fs, int n) {
  while (*fs)
    n = (*fs++)(n);
  return n;
}

int main(void) {
  int list[] = {3, 8, -5, 12, 7, 1};
  printf("%d %d %d\n", fold(list, 6, add, 0), fold(list, 6, max, -99), fold(list, 6, multiply, 1));
  int n = filter(list, 6, odd);
  map(list, n, twice);
  printf("%d %d %d\n", n, list[0], list[n - 1]);
  unary steps[] = {twice, negate, twice, odd, 0};
  printf("%d %d\n", chain(steps, 5), chain(steps + 3, 5));
  binary choice = fold(list, n, add, 0) > 0 ? max : add;
  printf("%d\n", choice(3, 4));
  return 0;
}
