// The compiler's trap.
//@ verdict: unsafe
//@ replay: native
#include <klee/klee.h>

int main(void) {
  if (klee_int("n") == 12)
    __builtin_trap(); //~ ERROR[abort]
  return 0;
}
