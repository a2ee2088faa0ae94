// One up, one down; they may pass each other.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int low = int_in(0, 20), high = int_in(0, 40), n = 0;
  while (low < high) {
    low += 2;
    high -= 3;
    n++;
  }
  if (low - high > 4)
    reach_error(); //~ ERROR[reach-error]
  if (low - high == 4)
    reach_error(); //~ ERROR[reach-error]
  if (n == 8)
    reach_error(); //~ ERROR[reach-error]
  if (n == 9)
    reach_error();
  return 0;
}
