// A pointer in steps of two does not meet an odd end.
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
  int a[6] = {0}, n = int_in(0, 6);
  int *end = a + n;
  for (int *p = a; p < end; p += 2)
    p[1] = 1;
  if (n == 5 && a[5] != 1)
    reach_error();
  if (n == 4 && a[5] != 0)
    reach_error();
  return 0;
}
