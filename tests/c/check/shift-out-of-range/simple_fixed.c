// As many bits as there are: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs
#include <klee/klee.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n < 32)
    return 1u << n > 5;
  return 0;
}
