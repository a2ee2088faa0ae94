// A loop over unknown numbers with a bound.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int lock = 0, steps = 0;
  while (steps++ < 4) {
    if (__VERIFIER_nondet_int()) {
      if (lock)
        reach_error(); //~ ERROR[reach-error]
      lock = 1;
    }
    if (__VERIFIER_nondet_int() && steps != 2)
      lock = 0;
  }
  return 0;
}
