// Arrays of variable length, also in two dimensions and as parameters.
//@ behaviour
#include <stdio.h>

static int trace(int n, int m[n][n]) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += m[i][i];
  return sum;
}

static void fill(int rows, int columns, int m[rows][columns]) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      m[i][j] = i * columns + j;
}

static int primes(int n) {
  char composite[n + 1];
  int count = 0;
  for (int i = 0; i <= n; i++)
    composite[i] = i < 2;
  for (int i = 2; i <= n; i++)
    if (!composite[i]) {
      count++;
      for (int j = 2 * i; j <= n; j += i)
        composite[j] = 1;
    }
  return count;
}

int main(void) {
  for (int n = 1; n < 6; n++) {
    int m[n][n];
    fill(n, n, m);
    printf("%d %zu\n", trace(n, m), sizeof m);
  }
  printf("%d %d\n", primes(30), primes(200));
  int rows = 3, columns = 4;
  int table[rows][columns];
  fill(rows, columns, table);
  int(*p)[columns] = table + 1;
  printf("%d %d %zu\n", p[1][3], (*p)[0], sizeof *p);
  typedef char line[rows * 5];
  rows = 100;
  line text;
  printf("%zu\n", sizeof text);
  int size = 2;
  printf("%zu %d\n", sizeof(int[size++]), size);
  return 0;
}
