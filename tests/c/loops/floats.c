// A sum of halves.
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
  int n = int_in(0, 10);
  double x = 0;
  for (int i = 0; i < n; i++)
    x += 0.5;
  if (x * 2 != n)
    reach_error();
  if (x == 4.5)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
