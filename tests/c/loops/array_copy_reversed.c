// A copy from behind.
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
  int from[6] = {1, 2, 3, 4, 5, 6}, to[6] = {0}, n = int_in(0, 6);
  for (int i = 0; i < n; i++)
    to[n - 1 - i] = from[i];
  if (n > 0 && to[0] != n)
    reach_error();
  if (to[2] == 3)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
