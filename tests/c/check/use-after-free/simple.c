// A read after free.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
//@ replay: native
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  free(p);
  return *p; //~ ERROR[use-after-free]
}
