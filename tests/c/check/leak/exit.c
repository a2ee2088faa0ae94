// What was computed on the way to the end points to nothing: only variables do.
//@ verdict: unsafe
//@ args: --check=leak
#include <stdlib.h>

static char *global;

int main(void) {
  global = malloc(4); //~ ERROR[leak]
  global[0] = 1;
  int n = global[0] * 2;
  global = NULL;
  for (int i = 0; i < 3; i++) {
    n += i;
  }
  if (n > 100) {
    return 1;
  }
  exit(0);
}
