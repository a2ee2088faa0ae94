// floor, ceil, trunc, round and their integer kin.
//@ behaviour
#include <math.h>
#include <stdio.h>

int main(void) {
  double list[] = {0.0, 0.4, 0.5, 0.6, 1.5, 2.5, -0.4, -0.5, -1.5, -2.5, 1e15 + 0.5, -3.0};
  for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
    double d = list[i];
    printf("%g: %g %g %g %g %g %ld\n", d, floor(d), ceil(d), trunc(d), round(d), rint(d), lround(d));
  }
  double whole;
  double part = modf(-3.75, &whole);
  printf("%g %g\n", part, whole);
  int e;
  double m = frexp(48.0, &e);
  printf("%g %d %g\n", m, e, ldexp(0.75, 10));
  printf("%g %g %g\n", fabs(-2.5), fmod(7.5, 2), fmod(-7.5, 2));
  printf("%g %g\n", copysign(3, -0.0), nextafter(1, 2) - 1);
  printf("%g %g %g\n", fmin(1, 2), fmax(1, 2), fdim(5, 3));
  printf("%g %g\n", (double)floorf(-1.5f), (double)ceilf(1.25f));
  printf("%g %d\n", scalbn(1.5, 4), ilogb(1000));
  printf("%.17g\n", fma(0.1, 10, -1));
  return 0;
}
