// An access is checked without being made.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  char b[8];
  klee_check_memory_access(b, 8);
  klee_check_memory_access(b + 4, 4);
  unsigned n = (unsigned)klee_range(1, 3, "n");
  if (n == 2)
    klee_check_memory_access(b + 4, 5); //~ ERROR[out-of-bounds]
  return 0;
}
