//@ args: --check leak
//@ matrix: search=bfs,dfs loops=unroll subsume=on,off
//@ verdict: unsafe
// Annotations say nothing about leaks: with that check nothing is subsumed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = malloc(3); //~ ERROR[leak]
  if (n)
    n = 1;
  if (n)
    free(p);
  return 0;
}
