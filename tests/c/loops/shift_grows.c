// The width is reached by the 32nd iteration.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned unsigned_in(int low, int high) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(low <= (long)x && (long)x <= high);
  return x;
}

int main(void) {
  unsigned n = unsigned_in(0, 33), x = 0;
  for (unsigned i = 0; i < n; i++)
    x ^= 1u << i; //~ ERROR[shift-out-of-range]
  if (n == 5 && x != 31)
    reach_error();
  return 0;
}
