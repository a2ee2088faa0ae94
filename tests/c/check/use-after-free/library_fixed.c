// A text printed after it was freed: corrected.
//@ verdict: safe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = strdup("text");
  puts(s);
  free(s);
  return 0;
}
