// The length of no text: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <string.h>

static size_t length(const char *s) {
  if (!s)
    return 0;
  return strlen(s);
}

int main(void) {
  const char *names[3] = {"a", "bc", NULL};
  return (int)length(names[klee_range(0, 3, "i")]);
}
