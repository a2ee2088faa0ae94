// Locals that keep their value between calls.
//@ behaviour
#include <stdio.h>

static int counter(void) {
  static int n = 10;
  return n++;
}

static int *slot(void) {
  static int values[4];
  static int at;
  return &values[at++ % 4];
}

static unsigned generate(int reset) {
  static unsigned state = 1;
  if (reset)
    state = 1;
  state = state * 1664525u + 1013904223u;
  return state >> 16;
}

static const char *join(int n) {
  static char buffer[32];
  snprintf(buffer, sizeof buffer, "<%d>", n);
  return buffer;
}

static int nested(int n) {
  static int depth;
  depth++;
  int best = n ? nested(n - 1) : depth;
  depth--;
  return best;
}

int main(void) {
  int a = counter(), b = counter(), c = counter();
  printf("%d %d %d\n", a, b, c);
  for (int i = 0; i < 6; i++)
    *slot() += i;
  int s0 = *slot(), s1 = *slot();
  printf("%d %d\n", s0, s1);
  unsigned x = generate(0), y = generate(0), z = generate(1);
  printf("%u %u %d\n", x, y, x == z);
  const char *p = join(1), *q = join(22);
  printf("%s %d\n", p, p == q);
  printf("%d %d\n", nested(5), nested(0));
  return 0;
}
