// An assertion that one input breaks.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs,random,tree,coverage,klee
//@ replay: native
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  assert(n * 7 != 864192); //~ ERROR[assertion]
  return 0;
}
