// klee_choose is below its argument.
//@ verdict: safe
#include <klee/klee.h>

int main(void) {
  static const int table[5] = {1, 2, 3, 4, 5};
  return table[klee_choose(5)];
}
