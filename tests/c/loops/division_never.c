// The divisor would be zero one iteration later.
//@ verdict: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int n = int_in(0, 9), s = 0;
  for (int i = 0; i < n; i++)
    s += 100 / (i - 9);
  return s == 1;
}
