// A function called with an argument of another type than it takes: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs
#include <klee/klee.h>

static int whole(int a) { return a; }
static int real(double a) { return a > 0.5; }

int main(void) {
  int n = klee_int("n");
  int (*f)(int) = whole;
  if (n == 9)
    return real(n);
  return f(1);
}
