// The mean of no numbers, behind a function.
//@ verdict: unsafe
#include <klee/klee.h>

static int mean(const int *values, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum / n; //~ ERROR[division-by-zero]
}

int main(void) {
  int values[3] = {4, 5, 6}, n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n >= 0 & n <= 3);
  return mean(values, n);
}
