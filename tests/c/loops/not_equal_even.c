// Never meets an odd end but by wrapping, which steps of two cannot.
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
  unsigned char end = byte_in(0, 255);
  unsigned char i = 0;
  __VERIFIER_assume((end & 1) == 0);
  int n = 0;
  while (i != end) {
    i += 2;
    n++;
  }
  if (n > 127)
    reach_error();
  if (n == 127)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
