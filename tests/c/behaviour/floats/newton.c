// Roots and integrals by iteration.
//@ behaviour
#include <math.h>
#include <stdio.h>

static double root(double n) {
  double x = n > 1 ? n : 1, last;
  do {
    last = x;
    x = (x + n / x) / 2;
  } while (fabs(x - last) > 1e-12 * x);
  return x;
}

static double cubic(double x) { return x * x * x - 2 * x - 5; }

static double bisect(double (*f)(double), double low, double high) {
  int steps = 0;
  while (high - low > 1e-10) {
    double middle = (low + high) / 2;
    if ((f(low) < 0) == (f(middle) < 0))
      low = middle;
    else
      high = middle;
    steps++;
  }
  printf("%d steps\n", steps);
  return low;
}

static double simpson(double (*f)(double), double a, double b, int n) {
  double h = (b - a) / n, sum = f(a) + f(b);
  for (int i = 1; i < n; i++)
    sum += f(a + i * h) * (i % 2 ? 4 : 2);
  return sum * h / 3;
}

int main(void) {
  printf("%.10f %.10f\n", root(2), root(1e6));
  printf("%.8f\n", bisect(cubic, 2, 3));
  printf("%.8f\n", simpson(cubic, 0, 2, 50));
  return 0;
}
