// Which function it is follows from the path, not from the code.
//@ verdict: safe
#include <klee/klee.h>

static int one_more(int n) { return n + 1; }
static int two_more(int n) { return n + 2; }

int main(void) {
  unsigned mode = klee_range(0, 4, "mode"), flags = klee_range(0, 8, "flags");
  if (mode != 3) return 0;
  if (flags != 5) return 0;
  int (*function)(int) = flags & 1 ? one_more : two_more;
  if (mode == 3) return function(1) == 7;
  return 0;
}
