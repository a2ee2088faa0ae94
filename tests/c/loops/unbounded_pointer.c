// A pointer to an end that is an input.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int a[100];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 100);
  int count = 0;
  for (int *p = a; p != a + n; p++)
    count++;
  if (count != (int)n)
    reach_error();
  return 0;
}
