// Each iteration reads a number.
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
  int n = int_in(0, 3), sum = 0;
  for (int i = 0; i < n; i++)
    sum += int_in(0, 3);
  if (sum > 3 * n)
    reach_error();
  if (sum == 9)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
