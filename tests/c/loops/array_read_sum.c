// A sum over a constant table.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
int main(void) {
  int n = int_in(0, 8), sum = 0;
  for (int i = 0; i < n; i++)
    sum += table[i];
  if (n == 5 && sum != 14)
    reach_error();
  if (sum == 23)
    reach_error(); //~ ERROR[reach-error]
  if (sum == 24)
    reach_error();
  return 0;
}
