// An index that goes in a circle, any number of times.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  for (unsigned i = 0; i < n; i++) {
    x++;
    if (x == 10)
      x = 0;
  }
  if (x > 9)
    reach_error();
  if (n == 4000000007u && x != 7)
    reach_error();
  if (n > 1000000 && x == 7)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
