// A text that grows past its buffer for one input.
//@ verdict: unsafe
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char b[8] = "abc";
  int n = klee_range(0, 4, "n");
  static const char *const ends[] = {"", "d", "defg", "defgh"};
  strcat(b, ends[n]); //~ ERROR[out-of-bounds]
  return b[0];
}
