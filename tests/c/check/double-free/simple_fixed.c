// The same object twice: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs
#include <stdlib.h>

int main(void) {
  char *p = malloc(10), *q = p;
  free(p);
  q = NULL;
  free(q);
  return 0;
}
