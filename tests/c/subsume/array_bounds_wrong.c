//@ matrix: search=bfs,dfs loops=unroll,fold subsume=on
//@ args: --first-error
//@ verdict: unsafe
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int at = 0, sum = 0;
  while (__VERIFIER_nondet_int()) {
    sum = a[at]; //~ ERROR[out-of-bounds]
    at = at + 1;
    if (at == 5)
      at = 0;
  }
  return sum / 5;
}
