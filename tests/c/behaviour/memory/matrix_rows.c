// Matrices as rows of pointers and as one block.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

static double **make(int n, int m) {
  double **rows = malloc((size_t)n * sizeof *rows);
  for (int i = 0; i < n; i++)
    rows[i] = calloc((size_t)m, sizeof **rows);
  return rows;
}

static void destroy(double **rows, int n) {
  while (n--)
    free(rows[n]);
  free(rows);
}

static double **multiply(double **a, double **b, int n, int k, int m) {
  double **c = make(n, m);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        c[i][j] += a[i][l] * b[l][j];
  return c;
}

int main(void) {
  double **a = make(3, 4), **b = make(4, 2);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      a[i][j] = i - j / 2.0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 2; j++)
      b[i][j] = i * 2 + j;
  double **c = multiply(a, b, 3, 4, 2);
  for (int i = 0; i < 3; i++)
    printf("%g %g\n", c[i][0], c[i][1]);
  int(*block)[5] = malloc(4 * sizeof *block);
  for (int i = 0; i < 20; i++)
    block[i / 5][i % 5] = i;
  printf("%d %d\n", block[3][4], (&block[0][0])[7]);
  free(block);
  destroy(a, 3), destroy(b, 4), destroy(c, 3);
  return 0;
}
