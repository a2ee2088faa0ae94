// A product with a constant by counting.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), count = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < 10; j++)
      count++;
  if (count != n * 10)
    reach_error();
  return 0;
}
