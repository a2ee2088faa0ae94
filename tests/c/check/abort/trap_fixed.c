// The trap of the compiler: corrected.
//@ verdict: safe
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  if (n == 3 && n > 4)
    __builtin_trap();
  return 0;
}
