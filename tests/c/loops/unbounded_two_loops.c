// Two loops in a row, both far.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
//@ replay: native
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), x = 0, y = 0;
  while (x < n)
    x++;
  while (y < m)
    y += 3;
  if (x == 12345 && y == 6000)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
