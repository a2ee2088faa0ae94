// A pointer that only one branch sets: corrected.
//@ verdict: safe
#include <klee/klee.h>

static int value = 4;

int main(void) {
  int *p = &value;
  if (klee_int("n") > 7)
    p = &value;
  return *p;
}
