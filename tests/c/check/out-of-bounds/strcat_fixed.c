// A text that grows past its buffer for one input: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char b[8] = "abc";
  int n = klee_range(0, 4, "n");
  static const char *const ends[] = {"", "d", "defg", "defgh"};
  if (strlen(b) + strlen(ends[n]) < sizeof b)
    strcat(b, ends[n]);
  return b[0];
}
