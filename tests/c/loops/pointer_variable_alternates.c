// A pointer goes from one object to another and back.
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
  int n = int_in(0, 20), a = 0, b = 0, *p = &a, *q = &b;
  for (int i = 0; i < n; i++) {
    (*p)++;
    int *t = p;
    p = q;
    q = t;
  }
  if (a + b != n)
    reach_error();
  if (a - b > 1 || a < b)
    reach_error();
  if (a == 10 && b == 9)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
