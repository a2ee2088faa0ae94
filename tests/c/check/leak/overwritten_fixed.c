// The only pointer is overwritten: corrected.
//@ verdict: safe
//@ args: --check=leak
#include <stdlib.h>

static char *global;

int main(void) {
  global = malloc(4);
  free(global);
  global = malloc(8);
  free(global);
  global = 0;
  return 0;
}
