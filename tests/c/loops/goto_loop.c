// A loop of jumps, entered in its middle.
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
  int n = int_in(0, 20), i = 0, even = 0;
  if (n & 1)
    goto middle;
again:
  even++;
middle:
  i++;
  if (i < n)
    goto again;
  if ((n & 1) && even != n - 1)
    reach_error();
  if (!(n & 1) && n && even != n)
    reach_error();
  return 0;
}
