// The error is in the body, in one iteration.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int n = int_in(0, 40), x = 7;
  for (int i = 0; i < n; i++) {
    x += 5;
    if (x == 112)
      reach_error(); //~ ERROR[reach-error]
    if (x == 113)
      reach_error();
  }
  return 0;
}
