// `i >= 0` always holds for unsigned numbers; the index leaves the array.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned unsigned_in(int low, int high) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(low <= (long)x && (long)x <= high);
  return x;
}

int main(void) {
  int a[8] = {0};
  unsigned n = unsigned_in(1, 7);
  for (unsigned i = n; i >= 0; i--)
    a[i] = 1; //~ ERROR[out-of-bounds]
  return 0;
}
