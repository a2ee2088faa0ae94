// A program with its own error function: that it is called is the finding, not what it does.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

void reach_error() { assert(0); } //~ ERROR[reach-error]

void __VERIFIER_assert(int cond) {
  if (!cond) {
  ERROR: {
    reach_error();
  }
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert(x != 1234567);
  return 0;
}
