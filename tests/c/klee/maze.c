// KLEE's maze: the way to the goal is found.
//@ verdict: unsafe
//@ matrix: search=dfs,coverage
#include <klee/klee.h>

static char maze[5][8] = {"+-+---+", "| |  #|", "| | | |", "|   | |", "+-----+"};

int main(void) {
  int x = 1, y = 1;
  char program[8];
  klee_make_symbolic(program, sizeof program, "program");
  for (int i = 0; i < 8; i++) {
    int ox = x, oy = y;
    switch (program[i]) {
    case 'w': y--; break;
    case 's': y++; break;
    case 'a': x--; break;
    case 'd': x++; break;
    default: return 1;
    }
    if (maze[y][x] == '#')
      klee_assert(0); //~ ERROR[assertion]
    if (maze[y][x] != ' ')
      return 2;
    if (ox == x && oy == y)
      return 3;
  }
  return 0;
}
