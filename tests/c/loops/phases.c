// First one variable grows, then the other.
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
  int n = int_in(0, 60), x = 0, y = 20;
  while (x < n) {
    if (x >= 20)
      y++;
    x++;
  }
  if (n >= 20 && y != n)
    reach_error();
  if (n < 20 && y != 20)
    reach_error();
  return 0;
}
