// Paths that do not fit are not explored.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs,random
#include <klee/klee.h>

int main(void) {
  unsigned a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(a < 100);
  klee_assume(b == a + 1);
  klee_assert(b <= 100);
  klee_assert(b != 50 || a == 49);
  klee_assert(a != 70); //~ ERROR[assertion]
  return 0;
}
