// klee_abort is an abort.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  if (klee_int("n") == 3)
    klee_abort(); //~ ERROR[abort]
  return 0;
}
