// The remainder of a counter that wraps around does not go in a circle.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), threes = 0;
  unsigned char x = 250;
  __VERIFIER_assume(n < 12);
  for (unsigned i = 0; i < n; i++) {
    if (x % 3 == 0)
      threes++;
    x++;
  }
  if (n == 6 && threes != 2) // 252 and 255.
    reach_error();
  if (n == 7 && threes == 3) // 0 follows 255.
    reach_error(); //~ ERROR[reach-error]
  if (n == 9 && threes != 3)
    reach_error();
  signed char y = -7;
  unsigned rest = 0;
  for (unsigned i = 0; i < n; i++) {
    if (y % 3 == 1)
      rest++;
    y++;
  }
  if (n == 9 && rest == 1) // Only 1: below zero remainders are not positive.
    reach_error(); //~ ERROR[reach-error]
  if (n == 9 && rest != 1)
    reach_error();
  return 0;
}
