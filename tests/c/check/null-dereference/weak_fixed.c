// A function that nobody has to define, asked for before it is called: what is defined is called, what is not is not.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

extern int absent(int) __attribute__((weak));
extern int present(int) __attribute__((weak));
extern int missing __attribute__((weak));
int present(int n) { return n + 1; }

int main(void) {
  int n = 3;
  if (absent) n = absent(n);
  if (present) n = present(n);
  if (&missing) n = missing;
  assert(n == 4);
  return 0;
}
