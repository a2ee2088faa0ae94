// Remainders until zero.
//@ verdict: safe
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned char byte_in(int low, int high) {
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  unsigned char a = byte_in(1, 8), b = byte_in(0, 8), x = a, y = b;
  while (y) {
    unsigned char t = x % y;
    x = y;
    y = t;
  }
  if (a % x || b % x)
    reach_error();
  return 0;
}
