// A counter of eight bits that wraps on its way to the end.
//@ verdict: unsafe
//@ replay: native
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned char byte_in(int low, int high) {
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  unsigned char i = byte_in(0, 255);
  int n = 0;
  while (i != 200) {
    i += 3;
    n++;
  }
  if (n == 255)
    reach_error(); //~ ERROR[reach-error]
  if (n == 256)
    reach_error();
  return 0;
}
