// The divisor is zero in one iteration only.
//@ verdict: unsafe
//@ replay: native
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int n = int_in(0, 12), s = 0;
  for (int i = 0; i < n; i++)
    s += 100 / (i - 9); //~ ERROR[division-by-zero]
  return s == 1;
}
