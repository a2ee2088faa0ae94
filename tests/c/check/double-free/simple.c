// The same object twice.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
//@ replay: native
#include <stdlib.h>

int main(void) {
  char *p = malloc(10), *q = p;
  free(p);
  free(q); //~ ERROR[double-free]
  return 0;
}
