// The sum of bytes that KLEE would make symbolic.
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
  unsigned char b[3];
  int sum = 0;
  for (int i = 0; i < 3; i++)
    b[i] = byte_in(0, 9);
  for (int i = 0; i < 3; i++)
    sum = sum * 10 + b[i];
  if (sum > 999)
    reach_error();
  if (sum == 472)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
