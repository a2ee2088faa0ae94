// The length of no text.
//@ verdict: unsafe
#include <klee/klee.h>
#include <string.h>

static size_t length(const char *s) {
  return strlen(s); //~ ERROR[null-dereference]
}

int main(void) {
  const char *names[3] = {"a", "bc", NULL};
  return (int)length(names[klee_range(0, 3, "i")]);
}
