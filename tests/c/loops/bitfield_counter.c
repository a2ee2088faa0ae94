// A counter of three bits.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

struct { unsigned low : 3, high : 5; } b;
int main(void) {
  int n = int_in(0, 40);
  b.high = 21;
  for (int i = 0; i < n; i++)
    b.low++;
  if (b.low != n % 8)
    reach_error();
  if (b.high != 21)
    reach_error();
  if (b.low == 7 && n == 39)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
