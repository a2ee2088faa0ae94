// The inner counter starts where the outer one is.
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
  int n = int_in(0, 12), steps = 0, i = 0;
  while (i < n) {
    int j = i;
    while (j < n) {
      j++;
      steps++;
    }
    i++;
  }
  if (steps != n * (n + 1) / 2)
    reach_error();
  return 0;
}
