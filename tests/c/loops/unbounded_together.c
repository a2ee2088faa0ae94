// Two counters that start together stay together.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && j >= 0);
  int x = i, y = j;
  while (x != 0) {
    x--;
    y--;
  }
  if (i == j && y != 0)
    reach_error();
  return 0;
}
