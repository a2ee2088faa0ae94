// Jumps forwards, backwards and out of nested loops.
//@ behaviour
#include <stdio.h>

static int find(int table[4][5], int wanted) {
  int i, j;
  for (i = 0; i < 4; i++)
    for (j = 0; j < 5; j++)
      if (table[i][j] == wanted)
        goto found;
  return -1;
found:
  return i * 10 + j;
}

static int stages(int fail) {
  int done = 0;
  if (fail == 1)
    goto none;
  done |= 1;
  if (fail == 2)
    goto first;
  done |= 2;
  goto out;
first:
  done |= 16;
none:
  done |= 32;
out:
  return done;
}

int main(void) {
  int table[4][5];
  for (int i = 0; i < 20; i++)
    table[i / 5][i % 5] = i * i;
  printf("%d %d %d\n", find(table, 49), find(table, 361), find(table, 50));
  printf("%d %d %d\n", stages(0), stages(1), stages(2));
  int n = 0;
again:
  if (++n < 10)
    goto again;
  {
    int k = 0;
  inner:
    k += n;
    if (k < 50)
      goto inner;
    printf("%d %d\n", n, k);
  }
  return 0;
}
