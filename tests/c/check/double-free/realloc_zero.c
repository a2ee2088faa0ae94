// realloc to nothing has freed already.
//@ verdict: unsafe
#include <stdlib.h>

int main(void) {
  char *p = malloc(5);
  char *q = realloc(p, 0);
  if (!q)
    free(p); //~ ERROR[double-free]
  return 0;
}
