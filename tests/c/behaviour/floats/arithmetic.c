// Sums, products and quotients of doubles and floats.
//@ behaviour
#include <stdio.h>

int main(void) {
  double a = 0.1, b = 0.2;
  printf("%.17g %d\n", a + b, a + b == 0.3);
  float x = 0.1f, y = 0.2f;
  printf("%.9g %d\n", (double)(x + y), x + y == 0.3f);
  printf("%.17g %.17g %.17g\n", 1 / 3.0, 2 / 3.0, 10 / 3.0);
  printf("%.9g %.17g\n", (double)(1 / 3.0f), (double)1.0f / 3.0f);
  double sum = 0;
  for (int i = 1; i <= 100; i++)
    sum += 1.0 / i;
  printf("%.15f\n", sum);
  float product = 1;
  for (int i = 0; i < 30; i++)
    product *= 1.1f;
  printf("%.9g\n", (double)product);
  double pi = 0;
  for (int k = 0; k < 200; k++)
    pi += (k % 2 ? -4.0 : 4.0) / (2 * k + 1);
  printf("%.12f\n", pi);
  printf("%g %g %g\n", -a, a - b, a * -b);
  a += 5, b -= 1, a *= 2, b /= 4;
  printf("%g %g\n", a, b);
  return 0;
}
