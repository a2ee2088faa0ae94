// Removing the first characters of a text.
//@ verdict: unsafe
//@ replay: native
#include <string.h>

int main(void) {
  char b[16] = "  text";
  strcpy(b, b + 2); //~ ERROR[overlap]
  return b[0] != 't';
}
