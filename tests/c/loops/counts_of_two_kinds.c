// How many are small and how many are not.
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
  int n = int_in(0, 30), k = int_in(0, 30), small = 0, large = 0;
  for (int i = 0; i < n; i++) {
    if (i < k)
      small++;
    else
      large++;
  }
  if (small + large != n)
    reach_error();
  if (small > k)
    reach_error();
  return 0;
}
