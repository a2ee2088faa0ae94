// As many bits as there are.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
//@ replay: native
#include <klee/klee.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n <= 32)
    return 1u << n > 5; //~ ERROR[shift-out-of-range]
  return 0;
}
