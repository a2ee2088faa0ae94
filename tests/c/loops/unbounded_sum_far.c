// The error is half a million iterations away.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
//@ replay: native
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += 2;
  if (sum == 1000000)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
