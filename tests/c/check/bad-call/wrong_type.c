// A function called with an argument of another type than it takes.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
#include <klee/klee.h>

static int whole(int a) { return a; }
static int real(double a) { return a > 0.5; }

int main(void) {
  int n = klee_int("n");
  int (*f)(int) = n == 9 ? (int (*)(int))real : whole;
  return f(1); //~ ERROR[bad-call]
}
