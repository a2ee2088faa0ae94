// A command in the input.
//@ verdict: unsafe
//@ args: --sym-stdin 3
//@ matrix: search=bfs,dfs
#include <assert.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c == 'q' && getchar() == '!') {
    int d = getchar();
    assert(d != EOF);
    assert(d != '?'); //~ ERROR[assertion]
  }
  return 0;
}
