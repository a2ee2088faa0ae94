// A flag that says whether a number is odd.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  int odd = 0;
  while (i < n) {
    odd = 1 - odd;
    i++;
  }
  if (odd != (int)(n & 1))
    reach_error();
  return 0;
}
