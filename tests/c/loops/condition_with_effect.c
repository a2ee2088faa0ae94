// The guard itself counts.
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
  int n = int_in(0, 30), i = 0;
  while (i++ < n)
    ;
  if (i != n + 1)
    reach_error();
  if (i == 31)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
