// Two ways out, told apart behind the loop.
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
  int n = int_in(0, 50), k = int_in(0, 50);
  int i;
  for (i = 0; i < n; i++)
    if (i == k)
      break;
  if (i < n && i != k)
    reach_error();
  if (i == n && k < n)
    reach_error();
  return 0;
}
