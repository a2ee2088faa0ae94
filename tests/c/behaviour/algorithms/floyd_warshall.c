// All shortest ways, with a way back.
//@ behaviour
#include <stdio.h>

#define N 5
#define FAR 1000000

int main(void) {
  int d[N][N] = {{0, 3, 8, FAR, -4}, {FAR, 0, FAR, 1, 7}, {FAR, 4, 0, FAR, FAR}, {2, FAR, -5, 0, FAR}, {FAR, FAR, FAR, 6, 0}};
  int via[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      via[i][j] = j;
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j], via[i][j] = via[i][k];
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      printf("%3d", d[i][j]);
    puts("");
  }
  for (int v = 0; v != 1; v = via[v][1])
    printf("%d ", v);
  puts("");
  return 0;
}
