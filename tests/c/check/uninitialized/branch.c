// A local that one path does not set.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n"), result;
  if (n > 10)
    result = 1;
  if (result) //~ ERROR[uninitialized]
    return 1;
  return 0;
}
