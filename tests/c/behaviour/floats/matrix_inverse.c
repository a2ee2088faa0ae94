// Gaussian elimination with pivots.
//@ behaviour
#include <math.h>
#include <stdio.h>

#define N 4

static int invert(double a[N][N], double r[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      r[i][j] = i == j;
  for (int c = 0; c < N; c++) {
    int pivot = c;
    for (int i = c + 1; i < N; i++)
      if (fabs(a[i][c]) > fabs(a[pivot][c]))
        pivot = i;
    if (a[pivot][c] == 0)
      return 0;
    for (int j = 0; j < N; j++) {
      double t = a[c][j];
      a[c][j] = a[pivot][j], a[pivot][j] = t;
      t = r[c][j];
      r[c][j] = r[pivot][j], r[pivot][j] = t;
    }
    double d = a[c][c];
    for (int j = 0; j < N; j++)
      a[c][j] /= d, r[c][j] /= d;
    for (int i = 0; i < N; i++) {
      double f = a[i][c];
      if (i != c)
        for (int j = 0; j < N; j++)
          a[i][j] -= f * a[c][j], r[i][j] -= f * r[c][j];
    }
  }
  return 1;
}

int main(void) {
  double a[N][N] = {{2, 1, 0, 3}, {0, 1, 4, 1}, {5, 2, 1, 0}, {1, 1, 1, 1}}, r[N][N];
  printf("%d\n", invert(a, r));
  for (int i = 0; i < N; i++)
    printf("%.6f %.6f %.6f %.6f\n", r[i][0], r[i][1], r[i][2], r[i][3]);
  double s[N][N] = {{1, 2, 3, 4}, {2, 4, 6, 8}};
  printf("%d\n", invert(s, r));
  return 0;
}
