// What strchr gives when there is none.
//@ verdict: unsafe
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  char *p = strchr(s, '=');
  *p = 0; //~ ERROR[null-dereference]
  return 0;
}
