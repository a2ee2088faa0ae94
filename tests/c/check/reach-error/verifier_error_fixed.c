// The older name of it: corrected.
//@ verdict: safe
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c * 3 == 0x9a)
    __VERIFIER_error();
  return 0;
}
