// An assertion that one input breaks: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs,random,tree,coverage,klee
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n != 123456)
  assert(n * 7 != 864192);
  return 0;
}
