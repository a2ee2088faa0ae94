// Digits of a number.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned unsigned_in(int low, int high) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(low <= (long)x && (long)x <= high);
  return x;
}

int main(void) {
  unsigned n = unsigned_in(0, 1500), d = 0, m = n;
  do {
    m /= 10;
    d++;
  } while (m);
  if (n >= 1000 && d != 4)
    reach_error();
  if (d == 4)
    reach_error(); //~ ERROR[reach-error]
  if (d == 5)
    reach_error();
  return 0;
}
