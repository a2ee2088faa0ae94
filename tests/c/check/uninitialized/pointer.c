// A pointer that only one branch sets.
//@ verdict: unsafe
#include <klee/klee.h>

static int value = 4;

int main(void) {
  int *p;
  if (klee_int("n") > 7)
    p = &value;
  return *p; //~ ERROR[uninitialized]
}
