// A loop in a loop, with a check of its own in every iteration.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), low = __VERIFIER_nondet_int();
  __VERIFIER_assume(low > 0 && n < 1000000);
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++)
      if (j < i)
        reach_error();
    for (int j = low; j < n; j++)
      if (j < 1)
        reach_error();
  }
  if (n == 77777 && low == 3)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
