// A flag that changes in every iteration.
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
  int n = int_in(0, 60), flag = 0;
  for (int i = 0; i < n; i++)
    flag = !flag;
  if (flag != (n & 1))
    reach_error();
  if (flag && n == 42)
    reach_error();
  return 0;
}
