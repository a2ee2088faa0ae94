// A function of that name of the program's own that does nothing: that it is called is the finding.
//@ verdict: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);

void reach_error(void) {} //~ ERROR[reach-error]

int main(void) {
  if (__VERIFIER_nondet_uchar() == 7)
    reach_error();
  return 0;
}
