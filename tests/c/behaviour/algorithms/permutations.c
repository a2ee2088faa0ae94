// Permutations, combinations and subsets in order.
//@ behaviour
#include <stdio.h>
#include <string.h>

static int next_permutation(char *s, int n) {
  int i = n - 2;
  while (i >= 0 && s[i] >= s[i + 1])
    i--;
  if (i < 0)
    return 0;
  int j = n - 1;
  while (s[j] <= s[i])
    j--;
  char t = s[i];
  s[i] = s[j], s[j] = t;
  for (int a = i + 1, b = n - 1; a < b; a++, b--)
    t = s[a], s[a] = s[b], s[b] = t;
  return 1;
}

static int combinations(int n, int k, int from, int chosen, unsigned *hash) {
  if (!k) {
    *hash = *hash * 31 + (unsigned)chosen;
    return 1;
  }
  int count = 0;
  for (int i = from; i <= n - k; i++)
    count += combinations(n, k - 1, i + 1, chosen | 1 << i, hash);
  return count;
}

int main(void) {
  char s[] = "aabc";
  int n = 0;
  do {
    printf("%s ", s);
    n++;
  } while (next_permutation(s, 4));
  printf("%d\n", n);
  unsigned hash = 0;
  int count = combinations(8, 3, 0, 0, &hash);
  printf("%d %u\n", count, hash);
  for (int gray = 0; gray < 8; gray++)
    printf("%d%d%d ", (gray ^ gray >> 1) >> 2 & 1, (gray ^ gray >> 1) >> 1 & 1, (gray ^ gray >> 1) & 1);
  puts("");
  return 0;
}
