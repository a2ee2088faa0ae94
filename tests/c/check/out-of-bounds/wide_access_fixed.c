// Four bytes where three are left: corrected.
//@ verdict: safe
#include <stdint.h>

static uint32_t load(const unsigned char *p) { return *(const uint32_t *)p; }

int main(void) {
  static const unsigned char bytes[8] __attribute__((aligned(8))) = {1, 2, 3, 4, 5, 6, 7, 8};
  return load(bytes + 4) > 5;
}
