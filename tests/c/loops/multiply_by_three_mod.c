// Powers of three modulo 256.
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
  unsigned char x = 1, n = byte_in(0, 80);
  for (int i = 0; i < n; i++)
    x *= 3;
  if (n == 64 && x != 1)
    reach_error();
  if (n > 0 && n < 64 && x == 1)
    reach_error();
  return 0;
}
