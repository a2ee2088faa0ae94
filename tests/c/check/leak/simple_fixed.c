// Memory that nothing frees: corrected.
//@ verdict: safe
//@ args: --check=leak
//@ matrix: search=bfs,dfs
#include <stdlib.h>

int main(void) {
  int *p = malloc(10);
  p[0] = 1;
  int n = p[0];
  free(p);
  return n;
}
