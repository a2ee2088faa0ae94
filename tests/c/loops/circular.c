// An index that goes in a circle it starts outside of, and a sum of what it is on the way.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  unsigned char sum = 200;
  __VERIFIER_assume(n < 60);
  for (unsigned i = 0; i < n; i++) {
    sum += x;
    x++;
    if (x == 7)
      x = 3;
  }
  if (n == 2 && (x != 2 || sum != 201))
    reach_error();
  if (n == 50 && (x != 6 || sum != 157))
    reach_error();
  if (x == 6 && sum == 157)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
