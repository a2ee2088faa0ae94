// The result of snprintf is not what was written: corrected.
//@ verdict: safe
#include <stdio.h>

int main(void) {
  char b[8];
  int n = snprintf(b, sizeof b, "%s", "more than eight");
  if (n >= (int)sizeof b)
    n = sizeof b - 1;
  b[n] = '!';
  return 0;
}
