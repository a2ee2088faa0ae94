// What is masked out does not count.
//@ verdict: safe
#include <klee/klee.h>

struct flags {
  unsigned a : 3, b : 5, c : 24;
};

int main(void) {
  struct flags f;
  f.b = (unsigned)klee_range(0, 32, "b");
  if (f.b == 17)
    return 1;
  unsigned never, copy = never;
  int n = klee_int("n");
  if (n > 3)
    copy = 1;
  if (n > 3 && copy == 1)
    return 2;
  return 0;
}
