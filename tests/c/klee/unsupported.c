// What is not supported ends a path as incomplete.
//@ verdict: incomplete
#include <klee/klee.h>

int main(void) {
  if (klee_int("n") == 1)
    klee_define_fixed_object((void *)0x1000, 16);
  return 0;
}
