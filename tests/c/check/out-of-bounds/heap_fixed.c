// A buffer without room for the end of the text: corrected.
//@ verdict: safe
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) {
  char *p = malloc(strlen(s) + 1);
  strcpy(p, s);
  return p;
}

int main(void) {
  char *p = copy("text");
  free(p);
  return 0;
}
