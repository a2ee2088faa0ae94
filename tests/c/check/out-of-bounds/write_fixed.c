// One element too far: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs,random array-index=ite,fork
#include <klee/klee.h>

int main(void) {
  int a[4] = {0}, i = klee_int("i");
  if (i >= 0 && i < 4)
    a[i] = 7;
  return a[0];
}
