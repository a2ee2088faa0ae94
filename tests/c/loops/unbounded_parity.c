// The end is even and the counter odd: they never meet.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned end = __VERIFIER_nondet_uint() * 2, i = 1;
  while (i != end)
    i += 2;
  reach_error();
  return 0;
}
