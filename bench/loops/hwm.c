// Seed 1, table 1, HWM: four words in a text, in any order. The target is reachable.
#include "loops.h"
#define N 47
static char text[N + 1];

int main(void) {
  UNKNOWN(text);
  klee_assume(text[N] == 0);
  if (contains(text, "Hello") && contains(text, "World") && contains(text, "At") && contains(text, "Microsoft!"))
    reach_error();
  return 0;
}
