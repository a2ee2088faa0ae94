// Quotient and remainder by subtraction.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), quotient = 0, rest = n;
  while (rest >= 3) {
    rest -= 3;
    quotient++;
  }
  if (quotient != n / 3 || rest != n % 3)
    reach_error();
  return 0;
}
