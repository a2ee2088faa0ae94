// Ordering doubles, also in sorts and switches on ranges.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static char grade(double p) { return p >= 90 ? 'A' : p >= 80 ? 'B' : p >= 70.5 ? 'C' : 'F'; }

int main(void) {
  double list[] = {3.5, -1e10, 2.25, 1e-9, 0, -0.5, 99.99, 1e300, -1e-300};
  int n = sizeof list / sizeof *list;
  qsort(list, n, sizeof *list, compare);
  for (int i = 0; i < n; i++)
    printf("%g ", list[i]);
  puts("");
  printf("%c%c%c%c\n", grade(95), grade(89.999), grade(70.5), grade(70.49));
  double mean = 0, variance = 0;
  double sample[] = {2, 4, 4, 4, 5, 5, 7, 9};
  for (int i = 0; i < 8; i++)
    mean += sample[i] / 8;
  for (int i = 0; i < 8; i++)
    variance += (sample[i] - mean) * (sample[i] - mean) / 8;
  printf("%g %g\n", mean, variance);
  if (mean != 5 || !(variance > 3.9 && variance <= 4))
    return 1;
  return !mean + !!variance * 2;
}
