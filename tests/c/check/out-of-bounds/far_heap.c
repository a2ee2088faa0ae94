// A write far behind a heap object, where another one may be: native runs keep them apart far enough to see it.
//@ verdict: unsafe
//@ replay: native
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *lines[8];
  for (int i = 0; i < 8; i++)
    lines[i] = memset(malloc(8), 0, 8);
  int column = klee_range(0, 2, "column");
  lines[3][32 * column] = 1; //~ ERROR[out-of-bounds]
  for (int i = 0; i < 8; i++)
    free(lines[i]);
  return 0;
}
