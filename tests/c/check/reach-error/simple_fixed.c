// The error location of competitions: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs,random
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0 && b > a && b == a)
    reach_error();
  return 0;
}
