// Leaves both loops at once.
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
  int n = int_in(0, 8), k = int_in(0, 30), seen = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 4; j++) {
      if (seen == k)
        goto out;
      seen++;
    }
  }
out:
  if (k < 4 * n && seen != k)
    reach_error();
  if (k >= 4 * n && seen != 4 * n)
    reach_error();
  return 0;
}
