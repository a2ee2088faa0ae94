//@ matrix: search=bfs,dfs loops=unroll,fold subsume=on
//@ args: --first-error
//@ verdict: unsafe
// The same with wrap-around of eight bits.
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  signed char x = 125;
  int j = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  signed char y = x;
  while (j < n) {
    x = (signed char)(x + 1);
    j = j + 1;
  }
  if (x < y)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
