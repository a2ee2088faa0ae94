// All solutions of the queens problem by bits and by arrays.
//@ behaviour
#include <stdio.h>

static int bits(unsigned all, unsigned columns, unsigned left, unsigned right) {
  if (columns == all)
    return 1;
  int count = 0;
  unsigned free = all & ~(columns | left | right);
  while (free) {
    unsigned bit = free & -free;
    free ^= bit;
    count += bits(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return count;
}

static int board[8], first[8], have;

static int place(int row, int n) {
  if (row == n) {
    if (!have++)
      for (int i = 0; i < n; i++)
        first[i] = board[i];
    return 1;
  }
  int count = 0;
  for (int c = 0; c < n; c++) {
    int ok = 1;
    for (int r = 0; r < row && ok; r++)
      ok = board[r] != c && board[r] - c != row - r && c - board[r] != row - r;
    if (ok) {
      board[row] = c;
      count += place(row + 1, n);
    }
  }
  return count;
}

int main(void) {
  for (unsigned n = 1; n <= 7; n++)
    printf("%d ", bits((1u << n) - 1, 0, 0, 0));
  printf("\n%d\n", place(0, 6));
  for (int i = 0; i < 6; i++)
    printf("%d", first[i]);
  puts("");
  return 0;
}
