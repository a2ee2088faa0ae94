// A remainder by a difference that may be zero: corrected.
//@ verdict: safe
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a > b)
    return (int)(a % (a - b));
  return 0;
}
