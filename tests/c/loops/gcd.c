// Remainders until zero.
//@ verdict: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned unsigned_in(int low, int high) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(low <= (long)x && (long)x <= high);
  return x;
}

int main(void) {
  unsigned a = unsigned_in(1, 16), b = unsigned_in(0, 16), x = a, y = b;
  while (y) {
    unsigned t = x % y;
    x = y;
    y = t;
  }
  if (a % x || b % x)
    reach_error();
  return 0;
}
