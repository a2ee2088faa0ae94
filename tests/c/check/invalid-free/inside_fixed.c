// A pointer that has moved: corrected.
//@ verdict: safe
#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  char *start = p;
  for (int i = 0; i < 3; i++)
    *p++ = 'x';
  free(start);
  return 0;
}
