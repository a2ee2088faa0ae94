// The program says itself where paths are joined.
//@ verdict: safe
//@ matrix: search=bfs,dfs merge=never,qce loops=unroll
//@ args: --merge-cost=0
//@ paths[merge=never]: 9
//@ paths[merge=qce]: 1
#include <klee/klee.h>

static int kind(int x) {
  int result;
  klee_open_merge();
  if (x > 100) {
    result = 1;
  } else if (x < -100) {
    result = 2;
  } else {
    result = 3;
  }
  klee_close_merge();
  return result;
}

int main(void) {
  int a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  return kind(a) + kind(b);
}
