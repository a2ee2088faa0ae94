// A state that a machine can reach after all: corrected.
//@ verdict: safe
#include <klee/klee.h>

int main(void) {
  unsigned state = 0;
  for (int i = 0; i < 3; i++) {
    unsigned char c;
    klee_make_symbolic(&c, 1, "c");
    switch (state) {
    case 0:
      state = c == 'a' ? 1 : 0;
      break;
    case 1:
      state = c == 'b' ? 1 : 0;
      break;
    default:
      __builtin_unreachable();
    }
  }
  return (int)state;
}
