// Every call of a recursive function loops.
//@ verdict: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

static int sum(int n) {
  if (n == 0)
    return 0;
  int s = 0;
  for (int i = 0; i < n; i++)
    s++;
  return s + sum(n - 1);
}
int main(void) {
  int n = int_in(0, 7);
  int s = sum(n);
  if (s != n * (n + 1) / 2)
    reach_error();
  return 0;
}
