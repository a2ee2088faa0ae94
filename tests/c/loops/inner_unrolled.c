// The outer loop reads inputs and is unrolled, the inner one is folded.
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
  int total = 0;
  for (int i = 0; i < 2; i++) {
    int n = int_in(0, 12);
    for (int j = 0; j < n; j++)
      total++;
  }
  if (total > 24)
    reach_error();
  if (total == 24)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
