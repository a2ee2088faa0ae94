// A counter that stops at a hundred.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  for (unsigned i = 0; i < n; i++)
    if (x < 100)
      x++;
  if (x > 100)
    reach_error();
  return 0;
}
