// Without the check memory may stay.
//@ verdict: safe
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  p[0] = 1;
  return p[0];
}
