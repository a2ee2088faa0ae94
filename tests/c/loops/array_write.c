// Cells are written; those behind stay.
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
  int a[10] = {0}, n = int_in(0, 10), k = int_in(0, 9);
  for (int i = 0; i < n; i++)
    a[i] = i * 2;
  if (k < n && a[k] != 2 * k)
    reach_error();
  if (k >= n && a[k] != 0)
    reach_error();
  if (a[k] == 12)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
