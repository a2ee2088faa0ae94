// The inner loop counts in a byte that is never reset.
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
  unsigned char c = 0;
  int n = int_in(0, 40);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 7; j++)
      c++;
  if (c != (unsigned char)(7 * n))
    reach_error();
  if (c == 24 && n == 40)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
