// What an input selects is overwritten if it is the first: corrected.
//@ verdict: safe
//@ args: --check=leak
#include <klee/klee.h>
#include <stdlib.h>

static char *slots[2];

int main(void) {
  int k = klee_range(0, 2, "k");
  slots[k] = malloc(2);
  if (k == 0) {
    free(slots[0]);
  }
  slots[0] = NULL;
  return 0;
}
