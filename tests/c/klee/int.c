// klee_int gives a new input with each call.
//@ verdict: unsafe
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int a = klee_int("a"), b = klee_int("a");
  if (a == 5)
    assert(b != 6); //~ ERROR[assertion]
  return 0;
}
