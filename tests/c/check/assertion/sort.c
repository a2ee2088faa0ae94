// A sort of three that leaves one order wrong.
//@ verdict: unsafe
#include <assert.h>
#include <klee/klee.h>

static void order(int *a, int *b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}

int main(void) {
  int v[3];
  klee_make_symbolic(v, sizeof v, "v");
  order(&v[0], &v[1]);
  order(&v[1], &v[2]);
  assert(v[0] <= v[1] && v[1] <= v[2]); //~ ERROR[assertion]
  return 0;
}
