// What strstr looks for has no end, although its first character is not there.
//@ verdict: unsafe
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char text[3], tag[2] = {'c', 'c'};
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[0] != 'c' & text[1] != 'c');
  text[2] = 0;
  return strstr(text, tag) != 0; //~ ERROR[out-of-bounds]
}
