// A callback that was not set: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <stddef.h>

static int one(void) { return 1; }

int main(void) {
  int (*callbacks[3])(void) = {one, NULL, one};
  int i = klee_range(0, 3, "i");
  if (!callbacks[i])
    return 0;
  return callbacks[i]();
}
