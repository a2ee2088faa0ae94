// A number that is not zero stays so; behind the loop nothing is reached.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  while (n != 0)
    n |= 1;
  if (n)
    reach_error();
  return 0;
}
