// Twenty branches whose ways meet again: 2^20 paths, one state.
//@ verdict: safe
//@ matrix: search=bfs merge=always,qce loops=unroll
//@ paths[merge=always]: 1
//@ paths[merge=qce]: 1
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int k[20];
  int s = 0;
  klee_make_symbolic(k, sizeof k, "k");
  for (int i = 0; i < 20; i++) {
    if (k[i] > 0) {
      s += 1;
    } else {
      s -= 1;
    }
  }
  assert(s <= 20);
  return 0;
}
