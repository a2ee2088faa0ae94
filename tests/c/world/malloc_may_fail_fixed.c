// What was allocated is freed when the rest fails.
//@ verdict: safe
//@ args: --malloc-may-fail --check=leak
#include <stdlib.h>

int main(void) {
  char *first = malloc(4), *second = malloc(4), *third = calloc(2, 2);
  if (first && second && third)
    third[0] = first[0] = second[0] = 1;
  free(third);
  free(second);
  free(first);
  return 0;
}
