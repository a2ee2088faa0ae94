// A puzzle solved by backtracking with bit masks.
//@ behaviour
#include <stdio.h>

static int rows[9], columns[9], boxes[9], steps;
static char grid[82] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

static int solve(void) {
  int best = -1, best_mask = 0, best_count = 10;
  steps++;
  for (int i = 0; i < 81; i++)
    if (grid[i] == '.') {
      int r = i / 9, c = i % 9;
      int mask = 511 & ~(rows[r] | columns[c] | boxes[r / 3 * 3 + c / 3]);
      int count = __builtin_popcount((unsigned)mask);
      if (count < best_count)
        best = i, best_mask = mask, best_count = count;
    }
  if (best < 0)
    return 1;
  int r = best / 9, c = best % 9, b = r / 3 * 3 + c / 3;
  for (int d = 0; d < 9; d++)
    if (best_mask >> d & 1) {
      grid[best] = (char)('1' + d);
      rows[r] ^= 1 << d, columns[c] ^= 1 << d, boxes[b] ^= 1 << d;
      if (solve())
        return 1;
      rows[r] ^= 1 << d, columns[c] ^= 1 << d, boxes[b] ^= 1 << d;
    }
  grid[best] = '.';
  return 0;
}

int main(void) {
  for (int i = 0; i < 81; i++)
    if (grid[i] != '.') {
      int bit = 1 << (grid[i] - '1');
      rows[i / 9] |= bit, columns[i % 9] |= bit, boxes[i / 27 * 3 + i % 9 / 3] |= bit;
    }
  int ok = solve();
  for (int r = 0; r < 9; r++)
    printf("%.9s\n", grid + 9 * r);
  printf("%d %d\n", ok, steps);
  return 0;
}
