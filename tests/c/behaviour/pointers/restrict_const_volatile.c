// Qualifiers do not change what happens.
//@ behaviour
#include <stdio.h>

static void axpy(int n, double a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

static volatile int ticks;

static int read_twice(volatile int *p) {
  int a = *p;
  ticks++;
  return a + *p;
}

int main(void) {
  double x[] = {1, 2, 3}, y[] = {10, 20, 30};
  axpy(3, 0.5, x, y);
  printf("%g %g %g\n", y[0], y[1], y[2]);
  int twice = read_twice(&ticks);
  printf("%d %d\n", twice, ticks);
  int changing = 1;
  const int *view = &changing;
  int *const fixed = &changing;
  changing = 2;
  printf("%d ", *view);
  *fixed = 3;
  printf("%d\n", *view);
  const char *const *const volatile words = (const char *const[]){"one", "two", 0};
  for (const char *const *w = words; *w; w++)
    puts(*w);
  volatile struct { unsigned a : 4, b : 4; } flags = {3, 9};
  flags.a += flags.b;
  printf("%u %u\n", flags.a, flags.b);
  register int r = 5;
  for (register int i = 0; i < 5; i++)
    r += i;
  return r;
}
