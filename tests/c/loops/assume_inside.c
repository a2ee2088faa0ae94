// Assumptions in the body cut off.
//@ verdict: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int n = int_in(0, 40), bad = int_in(0, 40);
  for (int i = 0; i < n; i++)
    __VERIFIER_assume(i != bad);
  if (bad < n)
    reach_error();
  return 0;
}
