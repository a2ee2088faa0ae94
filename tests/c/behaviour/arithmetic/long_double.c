// What is exact in `long double` as in `double` is computed.
//@ behaviour
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *end;
  int e;
  long double whole;
  assert(sqrtl(6.25L) == 2.5L && sqrtl(0) == 0 && isnan(sqrtl(-1)));
  assert(strtold("  -12.625e1xyz", &end) == -126.25L && *end == 'x');
  assert(strtold("3", 0) == 3 && strtold("inf", 0) > 1 && strtold("none", &end) == 0 && *end == 'n');
  assert(strtold("1e10", 0) == 1e10L && strtold(".5", 0) == .5L && strtold("0e999", 0) == 0);
  assert(floorl(2.5L) == 2 && fabsl(-2.5L) == 2.5L && fmodl(7.5L, 2) == 1.5L && lrintl(2.5L) == 2);
  assert(ldexpl(3, 4) == 48 && frexpl(48, &e) == .75L && e == 6 && modfl(2.25L, &whole) == .25L && whole == 2);
  assert(fdiml(1, 2) == 0 && fmaxl(1, 2) == 2 && sinl(0) == 0 && expl(0) == 1 && logl(1) == 0);
  printf("%.3Lf %Lg\n", 2.5L, sqrtl(16));
  return 0;
}
