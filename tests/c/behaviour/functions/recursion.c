// Ackermann, Hanoi and mutual recursion.
//@ behaviour
#include <stdio.h>

static int calls;

static int ackermann(int m, int n) {
  calls++;
  if (m == 0)
    return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int moves;
static char pegs[3][8];
static int heights[3];

static void hanoi(int n, int from, int to) {
  if (!n)
    return;
  int other = 3 - from - to;
  hanoi(n - 1, from, other);
  pegs[to][heights[to]++] = pegs[from][--heights[from]];
  moves++;
  hanoi(n - 1, other, to);
}

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 || odd(n - 1); }
static int odd(unsigned n) { return n != 0 && even(n - 1); }

static int hofstadter_m(int n);
static int hofstadter_f(int n) { return n ? n - hofstadter_m(hofstadter_f(n - 1)) : 1; }
static int hofstadter_m(int n) { return n ? n - hofstadter_f(hofstadter_m(n - 1)) : 0; }

int main(void) {
  int a = ackermann(2, 3);
  printf("%d %d\n", a, calls);
  for (int i = 7; i > 0; i--)
    pegs[0][heights[0]++] = (char)('0' + i);
  hanoi(7, 0, 2);
  printf("%d %d %.7s\n", moves, heights[2], pegs[2]);
  printf("%d %d\n", even(100), odd(77));
  for (int i = 0; i < 15; i++)
    printf("%d%d ", hofstadter_f(i), hofstadter_m(i));
  puts("");
  return 0;
}
