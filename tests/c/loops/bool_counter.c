// A counter of one bit.
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
  _Bool b = 0;
  int n = int_in(0, 9);
  while (n-- > 0)
    b ^= 1;
  if (n != -1)
    reach_error();
  if (b > 1)
    reach_error();
  if (b == 1)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
