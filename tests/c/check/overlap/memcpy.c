// A copy within one array, for one distance.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
//@ replay: native
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char b[16] = "0123456789abcde";
  int n = klee_range(3, 6, "n");
  char *to = b + (n == 4 ? 2 : 8);
  memcpy(to, b, 8); //~ ERROR[overlap]
  return b[5];
}
