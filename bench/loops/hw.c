// Seed 1, table 1, HW: two words in a text, in any order. The target is reachable.
#include "loops.h"
#define N 47
static char text[N + 1];

int main(void) {
  UNKNOWN(text);
  klee_assume(text[N] == 0);
  if (contains(text, "Hello") && contains(text, "World"))
    reach_error();
  return 0;
}
