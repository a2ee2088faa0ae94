// The result of snprintf is not what was written.
//@ verdict: unsafe
#include <stdio.h>

int main(void) {
  char b[8];
  int n = snprintf(b, sizeof b, "%s", "more than eight");
  b[n] = '!'; //~ ERROR[out-of-bounds]
  return 0;
}
