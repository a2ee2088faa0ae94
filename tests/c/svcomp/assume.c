// __VERIFIER_assume cuts paths off.
//@ verdict: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  __VERIFIER_assume(n < 6);
  for (unsigned i = 0; i <= n; i++)
    sum += i;
  __VERIFIER_assert(sum == n * (n + 1) / 2);
  return 0;
}
