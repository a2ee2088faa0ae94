// A sum that does not fit.
//@ verdict: unsafe
//@ args: --check=overflow
//@ matrix: search=bfs,dfs
//@ replay: native
#include <klee/klee.h>
#include <limits.h>

int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  return a + b > 0; //~ ERROR[signed-overflow]
}
