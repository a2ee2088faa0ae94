// The twin of strstr.c: what strstr looks for has its end. What is in the text decides the paths, and nothing else.
//@ verdict: safe
//@ paths[loops=unroll]: 18
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char text[4], tag[3] = {'c', 'd'};
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  const char *found = strstr(text, tag);
  return found && (found[0] != 'c' || found[1] != 'd');
}
