// `<=` the largest number never ends; a second exit does.
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
  unsigned char i = 0, n = byte_in(250, 255);
  int steps = 0;
  while (i <= n) {
    i++;
    if (++steps == 400)
      break;
  }
  if (n < 255 && steps != n + 1)
    reach_error();
  if (n == 255 && steps != 400)
    reach_error();
  if (steps == 400)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
