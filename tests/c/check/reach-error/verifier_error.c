// The older name of it.
//@ verdict: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c * 3 == 0x99)
    __VERIFIER_error(); //~ ERROR[reach-error]
  return 0;
}
