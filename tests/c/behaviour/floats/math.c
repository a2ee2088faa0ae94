// Functions of math.h where the result is exact.
//@ behaviour
#include <math.h>
#include <stdio.h>

int main(void) {
  for (int i = 0; i <= 12; i++)
    printf("%g ", sqrt(i * i));
  printf("\n%.17g %.17g\n", sqrt(2), sqrt(0.5));
  printf("%g %g %g %g\n", pow(2, 10), pow(3, 4), pow(2, -3), pow(5, 0));
  printf("%g %g %g\n", pow(-2, 3), pow(16, 0.5), pow(10, 5));
  printf("%g %g %g\n", exp(0), log(1), exp2(8));
  printf("%g %g\n", log2(1024), log10(1000));
  printf("%g %g %g\n", sin(0), cos(0), atan2(0, 1));
  printf("%g %g\n", cbrt(27), hypot(3, 4));
  printf("%g %g\n", (double)sqrtf(6.25f), (double)powf(2, 5));
  printf("%.10f %.10f %.10f\n", sin(1), cos(2), tan(0.5));
  printf("%.10f %.10f %.10f\n", exp(1), log(10), atan(1) * 4);
  printf("%.10f %.10f\n", sinh(1), tanh(0.25));
  printf("%d\n", isnan(sqrt(-1)) != 0);
  return 0;
}
