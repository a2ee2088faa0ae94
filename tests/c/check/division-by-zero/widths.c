// Every width and sign of division.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  signed char c;
  unsigned short s;
  long l;
  unsigned __int128 w;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&s, sizeof s, "s");
  klee_make_symbolic(&l, sizeof l, "l");
  int which = klee_range(0, 3, "which");
  switch (which) {
  case 0:
    return 7 / c; //~ ERROR[division-by-zero]
  case 1:
    return 7 % s; //~ ERROR[division-by-zero]
  default:
    w = (unsigned __int128)l;
    return (int)(7 / w); //~ ERROR[division-by-zero]
  }
}
