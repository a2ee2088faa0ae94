// Two variables change places.
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
  int n = int_in(0, 30), a = 1, b = 2;
  for (int i = 0; i < n; i++) {
    int t = a;
    a = b;
    b = t;
  }
  if (a + b != 3)
    reach_error();
  if (a == 2 && !(n & 1))
    reach_error();
  if (a == 2 && n == 29)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
