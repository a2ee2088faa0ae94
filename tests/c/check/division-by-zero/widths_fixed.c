// Every width and sign of division: corrected.
//@ verdict: safe
#include <klee/klee.h>

int main(void) {
  signed char c;
  unsigned short s;
  long l;
  unsigned __int128 w;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&s, sizeof s, "s");
  klee_make_symbolic(&l, sizeof l, "l");
  klee_assume(c != 0 & s != 0 & l > 0);
  int which = klee_range(0, 3, "which");
  switch (which) {
  case 0:
    return 7 / c;
  case 1:
    return 7 % s;
  default:
    w = (unsigned __int128)l;
    return (int)(7 / w);
  }
}
