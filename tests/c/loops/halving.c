// A shift per step.
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
  unsigned x = unsigned_in(0, 1000), start = x;
  int bits = 0;
  while (x) {
    x >>= 1;
    bits++;
  }
  if (start && (start >> (bits - 1)) != 1)
    reach_error();
  if (bits == 10)
    reach_error(); //~ ERROR[reach-error]
  if (bits == 11)
    reach_error();
  return 0;
}
