// Addition by counting.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a <= 1000000 && 0 <= b && b <= 1000000);
  int sum = a, left = b;
  while (left > 0) {
    left--;
    sum++;
  }
  if (sum != a + b)
    reach_error();
  return 0;
}
