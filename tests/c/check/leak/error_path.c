// One way out forgets it.
//@ verdict: unsafe
//@ args: --check=leak
#include <klee/klee.h>
#include <stdlib.h>

static int work(int n) {
  char *a = malloc(8); //~ ERROR[leak]
  if (n < 0) {
    return -1;
  }
  a[0] = (char)n;
  free(a);
  return 0;
}

int main(void) { return work(klee_int("n")); }
