// A read after free: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  int n = *p;
  free(p);
  return n;
}
