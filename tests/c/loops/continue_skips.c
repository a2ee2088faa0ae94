// The iterations that continue skip count only some.
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
  int n = int_in(0, 40), even = 0;
  for (int i = 0; i < n; i++) {
    if (i & 1)
      continue;
    even++;
  }
  if (even != (n + 1) / 2)
    reach_error();
  if (even == 13)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
