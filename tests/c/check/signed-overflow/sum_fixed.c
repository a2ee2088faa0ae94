// A sum that does not fit: corrected.
//@ verdict: safe
//@ args: --check=overflow
//@ matrix: search=bfs,dfs
#include <klee/klee.h>
#include <limits.h>

int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  if (b > 0 ? a > INT_MAX - b : a < INT_MIN - b)
    return 0;
  return a + b > 0;
}
