// A local that one path does not set: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n"), result;
  if (n > 10)
    result = 1;
  else
    result = 0;
  if (result)
    return 1;
  return 0;
}
