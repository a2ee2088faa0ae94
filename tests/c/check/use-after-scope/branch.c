// Text put together in a buffer of a branch, as in many command line tools: only that branch is wrong.
//@ args: --sym-args 0 1 1
//@ verdict: unsafe
//@ replay: native
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  const char *name = "none";
  if (argc > 1 && argv[1][0] == '+') {
    char text[16];
    snprintf(text, sizeof text, "plus %d", argc);
    name = text;
  }
  return strlen(name) > 8; //~ ERROR[use-after-scope]
}
