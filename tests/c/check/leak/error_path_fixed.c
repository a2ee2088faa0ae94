// One way out forgets it: corrected.
//@ verdict: safe
//@ args: --check=leak
#include <klee/klee.h>
#include <stdlib.h>

static int work(int n) {
  char *a = malloc(8);
  if (n < 0) {
    free(a);
    return -1;
  }
  a[0] = (char)n;
  free(a);
  return 0;
}

int main(void) { return work(klee_int("n")); }
