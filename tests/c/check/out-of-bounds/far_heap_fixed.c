// The twin of far_heap.c: the object is as long as it has to be.
//@ verdict: safe
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *lines[8];
  for (int i = 0; i < 8; i++)
    lines[i] = memset(malloc(40), 0, 40);
  int column = klee_range(0, 2, "column");
  lines[3][32 * column] = 1;
  for (int i = 0; i < 8; i++)
    free(lines[i]);
  return 0;
}
