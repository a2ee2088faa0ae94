//@ matrix: search=bfs,dfs loops=unroll,fold subsume=on
//@ verdict: safe
// Bounds are conditions in annotations too.
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int at = 0, sum = 0;
  while (__VERIFIER_nondet_int()) {
    sum = a[at];
    at = at + 1;
    if (at == 4)
      at = 0;
  }
  return sum / 5;
}
