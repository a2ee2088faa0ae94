// A local that was set to null points to nothing when the program ends in its function.
//@ verdict: unsafe
//@ args: --check=leak
#include <stdlib.h>

static void die(void) { exit(1); }

int main(void) {
  char *local = malloc(4); //~ ERROR[leak]
  local[0] = 1;
  local = NULL;
  die();
  return local == NULL;
}
