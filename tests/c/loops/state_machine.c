// Three states in turn.
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
  int n = int_in(0, 31), state = 0, rounds = 0;
  for (int i = 0; i < n; i++) {
    switch (state) {
    case 0: state = 1; break;
    case 1: state = 2; break;
    default: state = 0; rounds++; break;
    }
  }
  if (state != n % 3)
    reach_error();
  if (rounds != n / 3)
    reach_error();
  return 0;
}
