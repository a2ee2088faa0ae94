// An input divides: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs,random,coverage array-index=ite,fork
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  if (n == 0)
    return 1;
  if (n == -1)
    return 2;
  return 100 / n;
}
