// The twin of file_position.c: what is at the first place is what was read there before.
//@ args: --sym-files 1 2
//@ verdict: safe
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
  assert(seen[first] || (first & 1));
  fclose(f);
  return 0;
}
