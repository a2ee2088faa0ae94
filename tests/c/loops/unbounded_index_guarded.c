// The same with a test that keeps the index inside.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int a[1000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  for (unsigned i = 0; i < n && i < 1000; i++)
    sum += a[i];
  if (sum)
    reach_error();
  return 0;
}
