// What a global points to when the program ends is not lost.
//@ verdict: safe
//@ args: --check=leak
#include <stdlib.h>

static char *global;

int main(void) {
  global = malloc(4);
  global[0] = 1;
  int n = global[0] * 2;
  for (int i = 0; i < 3; i++) {
    n += i;
  }
  if (n > 100) {
    return 1;
  }
  exit(0);
}
