// Only some iterations write, upwards and downwards.
//@ matrix: search=bfs loops=fold
//@ verdict: unsafe
#include <klee/klee.h>
void reach_error(void);
static int a[16];

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(a, sizeof a, "a");
  klee_assume(n >= 0 & n <= 16);
  for (int i = 0; i < n; i++)
    if (a[i] < 0)
      a[i] = 0;
  for (int i = 15; i >= n; i--)
    a[i] = 7;
  for (int i = 0; i < 16; i++)
    if (a[i] < 0)
      reach_error();
  if (n == 5 && a[5] != 7)
    reach_error();
  if (a[3] == 100)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
