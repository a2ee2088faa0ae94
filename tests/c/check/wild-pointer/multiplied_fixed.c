// An address that was computed with: corrected.
//@ verdict: safe
#include <stdint.h>

static int values[4];

int main(void) {
  uintptr_t n = (uintptr_t)values;
  n = (n * 2 + 8) / 2;
  return *(volatile int *)n;
}
