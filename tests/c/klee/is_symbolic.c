// What depends on inputs is known.
//@ verdict: safe
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n"), m = 5;
  klee_assert(klee_is_symbolic((unsigned)n));
  klee_assert(!klee_is_symbolic((unsigned)m));
  klee_assert(klee_is_symbolic((unsigned)(n + m)));
  klee_assert(!klee_is_symbolic((unsigned)(n - n)));
  klee_assert(!klee_is_replay());
  return 0;
}
