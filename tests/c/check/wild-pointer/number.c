// A number that is no address.
//@ verdict: unsafe
#include <klee/klee.h>
#include <stdint.h>

static int object = 3;

int main(void) {
  uintptr_t n = (uintptr_t)&object;
  if (klee_int("n") == 5)
    n = 0x12345678;
  return *(int *)n; //~ ERROR[wild-pointer]
}
