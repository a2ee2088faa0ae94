// A function returns from the middle of its loop.
//@ verdict: unsafe
//@ replay: native
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

static int find(int n, int k) {
  for (int i = 0; i < n; i++)
    if (i * 3 == k)
      return i;
  return -1;
}
int main(void) {
  int n = int_in(0, 20), k = int_in(0, 60);
  int at = find(n, k);
  if (at >= 0 && at * 3 != k)
    reach_error();
  if (at < 0 && k % 3 == 0 && k / 3 < n)
    reach_error();
  if (at == 19)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
