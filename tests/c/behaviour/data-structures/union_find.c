// Disjoint sets with ranks and sizes.
//@ behaviour
#include <stdio.h>

#define N 40
static unsigned char parent[N], rank[N];
static int size[N];

static int find(int i) {
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

static int join(int a, int b) {
  a = find(a), b = find(b);
  if (a == b)
    return 0;
  if (rank[a] < rank[b]) {
    int t = a;
    a = b, b = t;
  }
  parent[b] = (unsigned char)a;
  rank[a] += rank[a] == rank[b];
  size[a] += size[b];
  return 1;
}

int main(void) {
  for (int i = 0; i < N; i++)
    parent[i] = (unsigned char)i, size[i] = 1;
  int joined = 0;
  for (int i = 0; i < N; i++)
    for (int step = 6; step < 20; step += 9)
      if (i + step < N)
        joined += join(i, i + step);
  int roots = 0, largest = 0;
  for (int i = 0; i < N; i++)
    if (find(i) == i) {
      roots++;
      if (size[i] > largest)
        largest = size[i];
    }
  printf("%d %d %d\n", joined, roots, largest);
  printf("%d %d\n", find(0) == find(18), find(0) == find(1));
  return joined + roots == N;
}
