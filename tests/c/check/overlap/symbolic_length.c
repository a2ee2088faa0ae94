// A copy within one array.
//@ verdict: unsafe
//@ matrix: search=bfs
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char b[16] = "0123456789abcde";
  int n = klee_range(1, 9, "n");
  memcpy(b + 4, b, (size_t)n); //~ ERROR[overlap]
  return b[5];
}
