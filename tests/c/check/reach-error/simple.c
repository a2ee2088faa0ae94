// The error location of competitions.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs,random
//@ replay: native
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0 && b > a && b - a == 1000 && (a & 0xff) == 0x7f)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
