// A range of nothing is a mistake of the harness.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  return klee_range(5, 5, "n"); //~ ERROR[assertion]
}
