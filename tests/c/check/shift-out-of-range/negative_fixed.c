// A negative distance, to the right: corrected.
//@ verdict: safe
#include <klee/klee.h>

static unsigned long extract(unsigned long v, int from) { return v >> from & 0xff; }

int main(void) {
  return (int)extract(0x123456789abcdef, klee_range(0, 57, "from"));
}
