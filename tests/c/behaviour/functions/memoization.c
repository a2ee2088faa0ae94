// Recursion with a table of known results.
//@ behaviour
#include <stdio.h>
#include <string.h>

static unsigned long fib_known[91];
static int work;

static unsigned long fib(int n) {
  if (n < 2)
    return (unsigned long)n;
  if (fib_known[n])
    return fib_known[n];
  work++;
  return fib_known[n] = fib(n - 1) + fib(n - 2);
}

static long paths_known[12][12];
static long paths(int x, int y) {
  if (!x || !y)
    return 1;
  long *p = &paths_known[x][y];
  return *p ? *p : (*p = paths(x - 1, y) + paths(x, y - 1));
}

static int partitions_known[31][31];
static int partitions(int n, int most) {
  if (n == 0)
    return 1;
  if (n < 0 || most == 0)
    return 0;
  int *p = &partitions_known[n][most];
  if (!*p)
    *p = 1 + partitions(n - most, most) + partitions(n, most - 1);
  return *p - 1;
}

int main(void) {
  unsigned long f = fib(90);
  printf("%lu %d\n", f, work);
  printf("%ld\n", paths(11, 11));
  printf("%d %d\n", partitions(10, 10), partitions(30, 30));
  return 0;
}
