// A callback that was not set.
//@ verdict: unsafe
#include <klee/klee.h>
#include <stddef.h>

static int one(void) { return 1; }

int main(void) {
  int (*callbacks[3])(void) = {one, NULL, one};
  int i = klee_range(0, 3, "i");
  return callbacks[i](); //~ ERROR[null-dereference]
}
