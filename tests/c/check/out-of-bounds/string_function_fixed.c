// strncpy does not end the text, strlen goes on: corrected.
//@ verdict: safe
#include <string.h>

int main(void) {
  char b[4];
  strncpy(b, "full", sizeof b);
  b[3] = 0;
  return (int)strlen(b);
}
