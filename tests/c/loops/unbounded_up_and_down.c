// Up to the middle, then down: from arbitrary values these could take turns in any order, from those that they have they do not.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  __VERIFIER_assume(n > 0 && n < 1000000);
  while (1) {
    if (x < n)
      y++;
    else
      y--;
    if (y < 0)
      break;
    x++;
  }
  if (x != 2 * n)
    reach_error();
  return 0;
}
