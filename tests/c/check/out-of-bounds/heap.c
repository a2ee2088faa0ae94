// A buffer without room for the end of the text.
//@ verdict: unsafe
//@ replay: native
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) {
  char *p = malloc(strlen(s));
  strcpy(p, s); //~ ERROR[out-of-bounds]
  return p;
}

int main(void) {
  char *p = copy("text");
  free(p);
  return 0;
}
