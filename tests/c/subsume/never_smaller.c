//@ matrix: search=bfs,dfs loops=unroll,fold subsume=on
//@ verdict: safe
// Listing 4.5 in C, without wrap-around: `x >= y` is inductive over both loops.
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  int j = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  int y = x;
  while (i < n) {
    i = i + 1;
    while (j < n) {
      if (x < 2147483647)
        x = x + 1;
      j = j + 1;
    }
  }
  if (x < y)
    reach_error();
  return 0;
}
