// The eleventh cell does not exist.
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
  int a[10], n = int_in(0, 12);
  for (int i = 0; i < n; i++)
    a[i] = i; //~ ERROR[out-of-bounds]
  if (n > 3 && a[3] != 3)
    reach_error();
  return 0;
}
