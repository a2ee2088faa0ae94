//@ matrix: search=bfs,dfs loops=unroll,fold subsume=on
//@ verdict: safe
// Variables in memory: the address is taken, and the loop is in a function of its own.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int total = 1;
static void grow(int *x) {
  if (*x < 1000)
    *x = *x + 1;
  if (total < 1000)
    total = total + 1;
}
int main(void) {
  int x = 1, n = __VERIFIER_nondet_int();
  while (n > 0) {
    grow(&x);
    n = n - 1;
  }
  if (x < 1 || total < 1)
    reach_error();
  return 0;
}
