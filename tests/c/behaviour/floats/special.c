// Infinities, NaN, signed zeros and subnormal numbers.
//@ behaviour
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile double zero = 0;
  double inf = 1 / zero, nan = zero / zero;
  printf("%f %f %d %d\n", inf, -inf, nan != nan, nan == nan);
  printf("%d %d %d %d\n", inf > DBL_MAX, -inf < 0, nan < 1, nan > 1);
  printf("%d %d %d\n", isinf(inf) != 0, isnan(nan) != 0, isfinite(1.0) != 0);
  printf("%d %d\n", -zero == zero, signbit(-zero) != 0);
  printf("%g %g\n", 1 / -zero, inf - 1e300);
  double tiny = DBL_MIN;
  int halvings = 0;
  while (tiny > 0)
    tiny /= 2, halvings++;
  printf("%d\n", halvings);
  printf("%g %g\n", DBL_MAX * 2, DBL_EPSILON);
  printf("%d %d\n", 1 + DBL_EPSILON > 1, 1 + DBL_EPSILON / 2 > 1);
  float f = FLT_MAX;
  f *= 2;
  printf("%g %g\n", (double)f, (double)FLT_MIN);
  printf("%d %d\n", fpclassify(DBL_MIN / 4) == FP_SUBNORMAL, fpclassify(0.0) == FP_ZERO);
  printf("%d\n", isless(1.0, nan) || isgreater(1.0, nan) || !isunordered(1.0, nan));
  return 0;
}
