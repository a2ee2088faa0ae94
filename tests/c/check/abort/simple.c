// abort on a bad input.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
//@ replay: native
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int n = klee_int("n");
  if (n == 77)
    abort(); //~ ERROR[abort]
  return 0;
}
