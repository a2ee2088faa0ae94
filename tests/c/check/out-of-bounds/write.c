// One element too far.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs,random array-index=ite,fork
//@ replay: native
#include <klee/klee.h>

int main(void) {
  int a[4] = {0}, i = klee_int("i");
  if (i >= 0 && i <= 4)
    a[i] = 7; //~ ERROR[out-of-bounds]
  return a[0];
}
