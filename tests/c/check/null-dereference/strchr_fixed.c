// What strchr gives when there is none: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  char *p = strchr(s, '=');
  if (p)
  *p = 0;
  return 0;
}
