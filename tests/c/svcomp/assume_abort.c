// Assumptions by hand, with abort as the way out.
//@ verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void assume_abort_if_not(int cond) {
  if (!cond)
    exit(0);
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  assume_abort_if_not(x > 0 && x < 50);
  assume_abort_if_not(y > 0 && y < 50);
  if (x * y == 7 * 43 && x < y)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
