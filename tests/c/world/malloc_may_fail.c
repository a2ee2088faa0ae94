// The second allocation fails and the first is leaked.
//@ verdict: unsafe
//@ args: --malloc-may-fail --check=leak
#include <stdlib.h>

static char *a, *b;

static int prepare(void) {
  char *first = malloc(4); //~ ERROR[leak]
  char *second = malloc(4); //~ ERROR[leak]
  if (!first || !second)
    return 0;
  a = first;
  b = second;
  return 1;
}

int main(void) {
  if (prepare()) {
    free(a);
    free(b);
  }
  return 0;
}
