// Floating point conversions.
//@ behaviour
#include <math.h>
#include <stdio.h>

int main(void) {
  double list[] = {0, 1, -1.5, 3.14159265358979, 1e10, 1e-5, 123456789.125, 0.1, 1e100, 2.5e-310, 99.995, 0.5};
  for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
    double d = list[i];
    printf("%f %e %g %.0f %.3e %.10g\n", d, d, d, d, d, d);
  }
  printf("[%8.2f] [%-8.2f] [%08.2f] [%+.1f] [% .1f]\n", 3.14159, 3.14159, 3.14159, 3.14159, 3.14159);
  printf("[%E] [%G] [%#.0f] [%#g]\n", 12345.678, 1e-10, 5.0, 1.5);
  printf("[%*.*f] [%.*g]\n", 10, 3, 2.71828, 3, 2.71828);
  printf("%a %a %A\n", 1.0, 0.5, 10.25);
  printf("%f %F %e %5.1f|%-6f|\n", INFINITY, -INFINITY, NAN < 0 ? 0 : INFINITY, INFINITY, INFINITY);
  printf("%.20f\n", 0.1);
  printf("%.15g %.17g\n", 0.1, 0.1);
  printf("%5.1f%%\n", 45.678);
  printf("%g %g %g %g\n", 100000.0, 1000000.0, 0.0001, 0.00001);
  printf("%.2f %.2f %.2f %.1f\n", 0.125, 0.375, 2.675, 0.25);
  return 0;
}
