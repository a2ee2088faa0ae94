// An input divides.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs,random,coverage array-index=ite,fork
//@ replay: native
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  return 100 / n; //~ ERROR[division-by-zero]
}
