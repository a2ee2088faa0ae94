// Seed 1, table 1, matrIR (text in seed 2, A.4): the upper triangle of a matrix, whose dimensions are inputs, is searched for a
// row with more than 15 elements in a range. The target is reachable.
#include "loops.h"
#define MOST 24
static int matrix[MOST][MOST];

int main(void) {
  int rows, columns, wide = 0;
  UNKNOWN(rows);
  UNKNOWN(columns);
  UNKNOWN(matrix);
  klee_assume(rows >= 0 & rows <= MOST & columns >= 0 & columns <= MOST);
  for (int i = 0; i < rows; i++) {
    int inside = 0;
    for (int j = i; j < columns; j++)
      if (matrix[i][j] > 10 && matrix[i][j] < 100)
        inside++;
    if (inside > 15) {
      wide = 1;
      break;
    }
  }
  if (rows > 15 && columns > 20 && wide)
    reach_error();
  return 0;
}
