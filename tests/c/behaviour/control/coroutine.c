// Generators built from a switch on the line number.
//@ behaviour
#include <stdio.h>

struct generator {
  int line, i, j;
};

#define BEGIN(g) switch ((g)->line) { case 0:
#define YIELD(g, v) do { (g)->line = __LINE__; return v; case __LINE__:; } while (0)
#define FINISH(g) } (g)->line = -1; return -1

static int pairs(struct generator *g) {
  BEGIN(g);
  for (g->i = 0; g->i < 4; g->i++) {
    for (g->j = 0; g->j <= g->i; g->j++)
      YIELD(g, g->i * 10 + g->j);
    YIELD(g, 1000 + g->i);
  }
  FINISH(g);
}

static int fibonacci(struct generator *g) {
  BEGIN(g);
  g->i = 0, g->j = 1;
  while (g->i < 100) {
    YIELD(g, g->i);
    int sum = g->i + g->j;
    g->i = g->j;
    g->j = sum;
  }
  FINISH(g);
}

int main(void) {
  struct generator a = {0}, b = {0};
  int x, y = 0;
  while ((x = pairs(&a)) >= 0) {
    if (y >= 0)
      y = fibonacci(&b);
    printf("%d %d\n", x, y);
  }
  return 0;
}

