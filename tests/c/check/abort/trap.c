// The trap of the compiler.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  if (n == 3)
    __builtin_trap(); //~ ERROR[abort]
  return 0;
}
