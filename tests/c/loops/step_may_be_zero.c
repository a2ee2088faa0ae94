// Without a step there is no end.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int n = int_in(1, 20), step = int_in(0, 3), i = 0;
  while (i < n)
    i += step;
  if (step == 0)
    reach_error();
  if (i == 21)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
