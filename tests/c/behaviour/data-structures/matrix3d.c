// Arrays of three dimensions and their rows.
//@ behaviour
#include <stdio.h>

static int cube[3][4][5];

static int plane(int p[4][5]) {
  int sum = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++)
      sum += p[i][j];
  return sum;
}

static int row(const int *r, int n) {
  int product = 1;
  while (n--)
    product = product * (*r++ + 1) % 9973;
  return product;
}

int main(void) {
  int n = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 5; k++)
        cube[i][j][k] = n++ ^ i;
  for (int i = 0; i < 3; i++)
    printf("%d %d\n", plane(cube[i]), row(cube[i][i], 5));
  int(*p)[4][5] = cube + 1;
  int(*q)[5] = *p + 2;
  int *r = *q + 3;
  printf("%d %d %d\n", (*p)[2][3], (*q)[3], *r);
  printf("%zu %zu %zu\n", sizeof cube, sizeof *cube, sizeof **cube);
  printf("%td\n", &cube[2][3][4] - &cube[0][0][0]);
  char words[2][3][4] = {{"abc", "de"}, {"f", "", "gh"}};
  for (int i = 0; i < 6; i++)
    printf("[%s]", words[i / 3][i % 3]);
  puts("");
  return 0;
}
