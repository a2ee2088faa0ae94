// Doubles until it is large enough.
//@ verdict: unsafe
//@ replay: native
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int n = int_in(1, 1000), p = 1, steps = 0;
  while (p < n) {
    p *= 2;
    steps++;
  }
  if (p >= 2 * n && n > 1)
    reach_error();
  if (p == 512 && n == 257)
    reach_error(); //~ ERROR[reach-error]
  if (steps > 10)
    reach_error();
  return 0;
}
