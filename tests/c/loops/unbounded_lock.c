// A lock that every iteration takes and gives back.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int lock = 0;
  for (unsigned i = 0; i < n; i++) {
    if (lock)
      reach_error();
    lock = 1;
    if (!lock)
      reach_error();
    lock = 0;
  }
  return 0;
}
