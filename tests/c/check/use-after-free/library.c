// A text printed after it was freed.
//@ verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = strdup("text");
  free(s);
  puts(s); //~ ERROR[use-after-free]
  return 0;
}
