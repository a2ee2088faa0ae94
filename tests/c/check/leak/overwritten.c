// The only pointer is overwritten.
//@ verdict: unsafe
//@ args: --check=leak
#include <stdlib.h>

static char *global;

int main(void) {
  global = malloc(4); //~ ERROR[leak]
  global = malloc(8);
  free(global);
  global = 0;
  return 0;
}
