// A copy within one array, for one distance: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char b[16] = "0123456789abcde";
  int n = klee_range(3, 6, "n");
  char *to = b + (n == 4 ? 2 : 8);
  memmove(to, b, 8);
  return b[5];
}
