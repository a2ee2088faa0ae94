// The text that a check of bytes lets through: corrected.
//@ verdict: safe
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  if (s[4])
    return 0;
  if (strlen(s) == 5 && s[0] + s[4] == 'a' + 'e' && (s[1] ^ s[3]) == 3)
    assert(s[2] != 'x');
  return 0;
}
