// What an input selects is overwritten if it is the first.
//@ verdict: unsafe
//@ args: --check=leak
#include <klee/klee.h>
#include <stdlib.h>

static char *slots[2];

int main(void) {
  int k = klee_range(0, 2, "k");
  slots[k] = malloc(2); //~ ERROR[leak]
  slots[0] = NULL;
  return 0;
}
