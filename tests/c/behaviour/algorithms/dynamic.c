// Edit distance, common subsequences, knapsack and coins.
//@ behaviour
#include <stdio.h>
#include <string.h>

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

static int edit(const char *a, const char *b) {
  int n = (int)strlen(a), m = (int)strlen(b), d[20][20];
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= m; j++)
      d[i][j] = !i ? j : !j ? i : min(min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
  return d[n][m];
}

static int common(const char *a, const char *b, char *out) {
  int n = (int)strlen(a), m = (int)strlen(b), d[20][20] = {{0}};
  for (int i = n - 1; i >= 0; i--)
    for (int j = m - 1; j >= 0; j--)
      d[i][j] = a[i] == b[j] ? d[i + 1][j + 1] + 1 : max(d[i + 1][j], d[i][j + 1]);
  for (int i = 0, j = 0; i < n && j < m;)
    if (a[i] == b[j])
      *out++ = a[i], i++, j++;
    else if (d[i + 1][j] >= d[i][j + 1])
      i++;
    else
      j++;
  *out = 0;
  return d[0][0];
}

int main(void) {
  printf("%d %d %d\n", edit("kitten", "sitting"), edit("", "abc"), edit("intention", "execution"));
  char out[20];
  int n = common("ABCBDAB", "BDCABA", out);
  printf("%d %s\n", n, out);
  int weights[] = {2, 3, 4, 5, 9}, values[] = {3, 4, 8, 8, 10}, best[21] = {0};
  for (int i = 0; i < 5; i++)
    for (int w = 20; w >= weights[i]; w--)
      best[w] = max(best[w], best[w - weights[i]] + values[i]);
  printf("%d %d\n", best[10], best[20]);
  int coins[] = {1, 2, 5, 10, 20, 50};
  long ways[101] = {1};
  for (int c = 0; c < 6; c++)
    for (int i = coins[c]; i <= 100; i++)
      ways[i] += ways[i - coins[c]];
  printf("%ld\n", ways[100]);
  return 0;
}
