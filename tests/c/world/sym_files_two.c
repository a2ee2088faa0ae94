// Two files whose contents are apart.
//@ verdict: unsafe
//@ args: --sym-files 2 1
#include <assert.h>
#include <stdio.h>

static int first(const char *name) {
  FILE *f = fopen(name, "r");
  int c = f ? fgetc(f) : -2;
  if (f)
    fclose(f);
  return c;
}

int main(void) {
  int a = first("A"), b = first("B");
  assert(a >= 0 && b >= 0);
  assert(first("C") == -2);
  if (a == 'x' && b == 'y')
    assert(0); //~ ERROR[assertion]
  return 0;
}
