// Seed 1, table 1, matrIR_dyn: matrIR where range and limit are inputs too, and rows are reached through pointers. The target is
// reachable.
#include "loops.h"
#define MOST 24
static int cells[MOST][MOST];
static int *matrix[MOST];

int main(void) {
  int rows, columns, low, high, limit, wide = 0;
  UNKNOWN(rows);
  UNKNOWN(columns);
  UNKNOWN(low);
  UNKNOWN(high);
  UNKNOWN(limit);
  UNKNOWN(cells);
  klee_assume(rows >= 0 & rows <= MOST & columns >= 0 & columns <= MOST & limit > 10);
  for (int i = 0; i < MOST; i++)
    matrix[i] = cells[i];
  for (int i = 0; i < rows; i++) {
    int inside = 0;
    for (int j = i; j < columns; j++)
      if (matrix[i][j] > low && matrix[i][j] < high)
        inside++;
    if (inside > limit) {
      wide = 1;
      break;
    }
  }
  if (rows > 15 && columns > 20 && wide)
    reach_error();
  return 0;
}
