// Complex arithmetic.
//@ behaviour
#include <complex.h>
#include <stdio.h>

static double complex power(double complex z, int n) {
  double complex r = 1;
  while (n--)
    r *= z;
  return r;
}

int main(void) {
  double complex a = 1 + 2 * I, b = 3 - I;
  double complex s = a + b, d = a - b, p = a * b, q = a / b;
  printf("%g %g\n", creal(s), cimag(s));
  printf("%g %g\n", creal(d), cimag(d));
  printf("%g %g\n", creal(p), cimag(p));
  printf("%.6f %.6f\n", creal(q), cimag(q));
  printf("%g %g\n", cabs(3 + 4 * I), cimag(conj(a)));
  double complex z = power(1 + I, 8);
  printf("%g %g %d\n", creal(z), cimag(z), a == conj(conj(a)));
  double complex list[3] = {1, I, -1};
  double complex sum = 0;
  for (int i = 0; i < 3; i++)
    sum += list[i] * list[i];
  printf("%g %g %zu\n", creal(sum), cimag(sum), sizeof sum);
  __real__ a = 9;
  printf("%g %g\n", creal(a), cimag(a));
  return 0;
}
