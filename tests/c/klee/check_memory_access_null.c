// Null is no memory.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  klee_check_memory_access(0, 1); //~ ERROR[null-dereference]
  return 0;
}
