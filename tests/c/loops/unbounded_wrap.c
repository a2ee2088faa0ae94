// A byte comes back to zero after at most 255 steps of five.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uint();
  unsigned n = 0;
  while (c) {
    c += 5;
    n++;
  }
  if (n > 255)
    reach_error();
  return 0;
}
