// strncpy does not end the text, strlen goes on.
//@ verdict: unsafe
#include <string.h>

int main(void) {
  char b[4];
  strncpy(b, "full", sizeof b);
  return (int)strlen(b); //~ ERROR[out-of-bounds]
}
