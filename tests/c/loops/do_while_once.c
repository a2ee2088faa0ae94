// The body runs at least once.
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
  int n = int_in(-5, 10), i = 0;
  do
    i++;
  while (i < n);
  if (n <= 0 && i != 1)
    reach_error();
  if (n > 0 && i != n)
    reach_error();
  if (i == 0)
    reach_error();
  if (i == 10)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
