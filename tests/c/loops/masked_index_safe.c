// What a masked index leaves is what its last round wrote.
//@ verdict: safe
//@ matrix: search=bfs loops=fold,unroll,compact turns=off,on
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char n, ring[8] = {0};
  klee_make_symbolic(&n, sizeof n, "n");
  for (unsigned i = 0; i < n; i += 3)
    ring[i & 7] = 1;
  assert(n < 10 || ring[1] == 1);
  assert(n > 9 || ring[1] == 0);
  return 0;
}
