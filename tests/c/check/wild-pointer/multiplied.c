// An address that was computed with.
//@ verdict: unsafe
#include <stdint.h>

static int values[4];

int main(void) {
  uintptr_t n = (uintptr_t)values;
  n = n * 2 + 64;
  return *(volatile int *)n; //~ ERROR[wild-pointer]
}
