// A constant table written through a cast: corrected.
//@ verdict: safe
#include <klee/klee.h>

static const int limits[3] = {1, 2, 3};
static int copy[3] = {1, 2, 3};

static void set(int *p, int i, int v) { p[i] = v; }

int main(void) {
  int *p = klee_int("n") > 100 ? copy : copy;
  set(p, 1, 9);
  return copy[1] + limits[0];
}
