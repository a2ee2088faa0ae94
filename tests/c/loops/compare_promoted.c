// A comparison of a byte with a number that it cannot reach, left by another exit.
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
  unsigned char i = byte_in(0, 255);
  int n = 0;
  while (i < 256) {
    i++;
    n++;
    if (n > 300)
      break;
  }
  if (n != 301)
    reach_error();
  if (i == 44)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
