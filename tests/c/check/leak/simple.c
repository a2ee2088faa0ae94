// Memory that nothing frees.
//@ verdict: unsafe
//@ args: --check=leak
//@ matrix: search=bfs,dfs
#include <stdlib.h>

int main(void) {
  int *p = malloc(10); //~ ERROR[leak]
  p[0] = 1;
  int n = p[0];
  return n;
}
