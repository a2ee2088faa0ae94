// A sum that wraps in eight bits.
//@ verdict: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned char byte_in(int low, int high) {
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  unsigned char n = byte_in(0, 100), sum = 0;
  for (unsigned char i = 0; i < n; i++)
    sum += i;
  if (n == 24 && sum != 20)
    reach_error();
  if (n == 24)
    reach_error(); //~ ERROR[reach-error]
  if (sum != (unsigned char)(n * (n - 1) / 2))
    reach_error();
  return 0;
}
