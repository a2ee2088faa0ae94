// Copied byte by byte a pointer is one again, in the wrong order it is none.
//@ verdict: unsafe
//@ args: --check=leak
#include <stdlib.h>

static char *forward, *backward;

int main(void) {
  char *a = malloc(3);
  char *b = malloc(4); //~ ERROR[leak]
  for (unsigned i = 0; i < sizeof a; i++) {
    ((char *)&forward)[i] = ((char *)&a)[i];
    ((char *)&backward)[i] = ((char *)&b)[sizeof b - 1 - i];
  }
  return 0;
}
