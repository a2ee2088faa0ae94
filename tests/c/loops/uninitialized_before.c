// Set in the loop for the first time; used behind it only if it ran.
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
  int n = int_in(0, 20), last;
  for (int i = 0; i < n; i++)
    last = i;
  if (n > 0 && last != n - 1)
    reach_error();
  if (n > 0 && last == 19)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
