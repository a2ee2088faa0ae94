// Removing the first characters of a text: corrected.
//@ verdict: safe
#include <string.h>

int main(void) {
  char b[16] = "  text";
  memmove(b, b + 2, strlen(b + 2) + 1);
  return b[0] != 't';
}
