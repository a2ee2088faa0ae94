// A file with unknown bytes.
//@ verdict: unsafe
//@ args: --sym-files 1 4
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  FILE *f = fopen("A", "rb");
  assert(f);
  char magic[4];
  assert(fread(magic, 1, 4, f) == 4);
  assert(fgetc(f) == EOF);
  fclose(f);
  if (!memcmp(magic, "\x7f" "ELF", 4))
    assert(0); //~ ERROR[assertion]
  return 0;
}
