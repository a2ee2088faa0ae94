// Depth and breadth first, components and a topological order.
//@ behaviour
#include <stdio.h>
#include <string.h>

#define N 9

static unsigned short next[N];
static char seen[N], order[N + 1];
static int at;

static void edge(int a, int b) { next[a] |= (unsigned short)(1u << b); }

static void depth(int v) {
  seen[v] = 1;
  for (int w = 0; w < N; w++)
    if (next[v] >> w & 1 && !seen[w])
      depth(w);
  order[--at] = (char)('a' + v);
}

static int breadth(int start, int goal) {
  int queue[N], head = 0, tail = 0, level[N];
  memset(level, -1, sizeof level);
  level[start] = 0;
  queue[tail++] = start;
  while (head < tail) {
    int v = queue[head++];
    if (v == goal)
      return level[v];
    for (int w = 0; w < N; w++)
      if (next[v] >> w & 1 && level[w] < 0)
        level[w] = level[v] + 1, queue[tail++] = w;
  }
  return -1;
}

static int parent[N];
static int find(int v) { return parent[v] == v ? v : (parent[v] = find(parent[v])); }

int main(void) {
  static const char pairs[] = "abacbdcddefgegah";
  for (const char *p = pairs; *p; p += 2)
    edge(p[0] - 'a', p[1] - 'a');
  at = N;
  for (int v = 0; v < N; v++)
    if (!seen[v])
      depth(v);
  printf("%s\n", order);
  printf("%d %d %d\n", breadth(0, 6), breadth(0, 8), breadth(5, 5));
  int components = N;
  for (int i = 0; i < N; i++)
    parent[i] = i;
  for (int v = 0; v < N; v++)
    for (int w = 0; w < N; w++)
      if (next[v] >> w & 1 && find(v) != find(w))
        parent[find(v)] = find(w), components--;
  printf("%d\n", components);
  return 0;
}
