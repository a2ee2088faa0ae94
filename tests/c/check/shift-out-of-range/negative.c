// A negative distance, to the right.
//@ verdict: unsafe
#include <klee/klee.h>

static unsigned long extract(unsigned long v, int from) { return v >> from & 0xff; } //~ ERROR[shift-out-of-range]

int main(void) {
  return (int)extract(0x123456789abcdef, klee_range(-1, 57, "from"));
}
