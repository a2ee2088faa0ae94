// With checks of overflow it is a finding of its own.
//@ verdict: unsafe
//@ args: --check overflow
#include <klee/klee.h>
int main(void) {
  double x;
  int which;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&which, sizeof which, "which");
  switch (which) {
  case 1:
    return (int)x == 1; //~ ERROR[float-conversion]
  case 2:
    return (unsigned char)x == 1; //~ ERROR[float-conversion]
  case 3:
    return (unsigned long)(float)x == 1; //~ ERROR[float-conversion]
  case 4:
    return x > -129 && x < 128 && (signed char)x == -128;
  case 5:
    return x > -1 && x < 18446744073709551616.0 && (unsigned long)x == 1UL << 63;
  case 6:
    return (__int128)x == 1; //~ ERROR[float-conversion]
  }
  return 0;
}
