// klee_choose of one more than there is.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  static const int table[5] = {1, 2, 3, 4, 5};
  return table[klee_choose(6)]; //~ ERROR[out-of-bounds]
}
