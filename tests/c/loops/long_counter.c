// Sixty-four bits, steps of a million.
//@ verdict: unsafe
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static long long_in(int low, int high) {
  long x = __VERIFIER_nondet_long();
  __VERIFIER_assume(low <= (long)x && (long)x <= high);
  return x;
}

int main(void) {
  long n = long_in(0, 50), x = 0;
  for (long i = 0; i < n * 1000000L; i += 1000000L)
    x += 3;
  if (x != 3 * n)
    reach_error();
  if (x == 150)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
