// A pointer that walks to the end of an array.
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
  int a[6] = {1, 1, 1, 1, 1, 1}, n = int_in(0, 6), sum = 0;
  int *end = a + n;
  for (int *p = a; p != end; p++)
    sum += *p;
  if (sum != n)
    reach_error();
  return 0;
}
