// The step depends on an input.
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
  int n = int_in(0, 40), step = int_in(1, 5), i = 0, k = 0;
  while (i < n) {
    i += step;
    k++;
  }
  if (i - n >= step)
    reach_error();
  if (k * step != i)
    reach_error();
  return 0;
}
