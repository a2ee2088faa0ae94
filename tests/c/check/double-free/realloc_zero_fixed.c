// realloc to nothing has freed already: corrected.
//@ verdict: safe
#include <stdlib.h>

int main(void) {
  char *p = malloc(5);
  char *q = realloc(p, 1);
  p = q;
  if (q)
    free(p);
  return 0;
}
