// The length of a text that is not one.
//@ verdict: unsafe
#include <string.h>

int main(void) {
  char b[8];
  b[0] = 'a', b[1] = 'b';
  return (int)strlen(b); //~ ERROR[uninitialized]
}
