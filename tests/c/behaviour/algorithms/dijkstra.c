// Shortest ways in a weighted graph.
//@ behaviour
#include <limits.h>
#include <stdio.h>

#define N 8

static const struct { int from, to, cost; } edges[] = {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {2, 3, 8},
                                                       {3, 4, 3}, {4, 5, 1}, {2, 5, 20}, {6, 7, 1}};

int main(void) {
  int distance[N], before[N], done[N] = {0};
  for (int i = 0; i < N; i++)
    distance[i] = INT_MAX, before[i] = -1;
  distance[0] = 0;
  for (;;) {
    int u = -1;
    for (int i = 0; i < N; i++)
      if (!done[i] && distance[i] < INT_MAX && (u < 0 || distance[i] < distance[u]))
        u = i;
    if (u < 0)
      break;
    done[u] = 1;
    for (unsigned e = 0; e < sizeof edges / sizeof *edges; e++)
      if (edges[e].from == u && distance[u] + edges[e].cost < distance[edges[e].to]) {
        distance[edges[e].to] = distance[u] + edges[e].cost;
        before[edges[e].to] = u;
      }
  }
  for (int i = 0; i < N; i++) {
    if (distance[i] == INT_MAX) {
      printf("%d unreachable\n", i);
      continue;
    }
    printf("%d: %d via", i, distance[i]);
    for (int v = i; v >= 0; v = before[v])
      printf(" %d", v);
    puts("");
  }
  return 0;
}
