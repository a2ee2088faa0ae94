// Seed 1, table 1, hello (text in seed 2, A.3): is a word contained in a text? The target is reachable.
#include "loops.h"
#define N 31
static char text[N + 1];

int main(void) {
  UNKNOWN(text);
  klee_assume(text[N] == 0);
  if (contains(text, "Hello"))
    reach_error();
  return 0;
}
