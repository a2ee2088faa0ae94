// The first iteration does something else.
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
  int n = int_in(0, 30), first = 1, x = 0;
  for (int i = 0; i < n; i++) {
    if (first) {
      x = 100;
      first = 0;
    } else {
      x++;
    }
  }
  if (n > 0 && x != 99 + n)
    reach_error();
  if (n == 0 && x)
    reach_error();
  return 0;
}
