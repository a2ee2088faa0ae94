// The counter is behind a pointer.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

static void count(int *i, int n) {
  while (*i < n)
    *i += 2;
}
int main(void) {
  int i = int_in(0, 9), n = int_in(0, 20), start = i;
  count(&i, n);
  if (start < n && i != n && i != n + 1)
    reach_error();
  if (start >= n && i != start)
    reach_error();
  if (i == 21)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
