// abort on a bad input: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int n = klee_int("n");
  if (n == 77)
    exit(1);
  if (n == 77)
    abort();
  return 0;
}
