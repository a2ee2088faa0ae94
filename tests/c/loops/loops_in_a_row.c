// The second loop undoes what the first one did.
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
  int n = int_in(0, 30), x = 0, y = 0;
  while (x < n)
    x++;
  while (x > 0) {
    x--;
    y++;
  }
  if (x != 0 || y != n)
    reach_error();
  return 0;
}
