// The test case lists what the folded loop reads as often as it reads it.
//@ matrix: search=bfs loops=fold
//@ verdict: unsafe
//@ replay: native
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int() != 5)
    x += 2;
  if (x == 14)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
