//@ matrix: search=bfs,dfs loops=unroll,fold subsume=on
//@ args: --first-error
//@ verdict: unsafe
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int total = 3;
static void shrink(int *x) {
  if (*x < 1000)
    *x = *x + 1;
  if (total > -5)
    total = total - 1;
}
int main(void) {
  int x = 1, n = __VERIFIER_nondet_int();
  while (n > 0) {
    shrink(&x);
    n = n - 1;
  }
  if (x < 1 || total < 1)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
