// The first byte of a file says where to go on reading, and the byte there marks a place of a table.
//@ args: --sym-files 1 2
//@ verdict: unsafe
#include <assert.h>
#include <stdio.h>

static char seen[256];

int main(void) {
  FILE *f = fopen("A", "rb");
  if (!f)
    return 1;
  int first = fgetc(f);
  fseek(f, first & 1, SEEK_SET);
  seen[fgetc(f)] = 1;
  assert(!seen['A'] || first == 'A'); //~ ERROR[assertion]
  fclose(f);
  return 0;
}
