// The test sees the old value, the body the new one.
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
  int n = int_in(0, 30), a = 0, b = 0, c = 0;
  while (a < n) {
    c = b;
    b = a;
    a++;
  }
  if (n >= 2 && (c != n - 3 + (n == 2) || b != n - 1))
    reach_error(); //~ ERROR[reach-error]
  if (c == 27)
    reach_error();
  return 0;
}
