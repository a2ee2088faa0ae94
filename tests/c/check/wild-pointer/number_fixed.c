// A number that is no address: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <stdint.h>

static int object = 3;

int main(void) {
  uintptr_t n = (uintptr_t)&object;
  return *(int *)n;
}
