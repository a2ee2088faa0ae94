// The length of a text that is not one: corrected.
//@ verdict: safe
#include <string.h>

int main(void) {
  char b[8];
  b[0] = 'a', b[1] = 'b', b[2] = 0;
  return (int)strlen(b);
}
