// Behind a loop without end nothing happens.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  int steps = 0;
  if (n == 4)
    reach_error(); //~ ERROR[reach-error]
  while (n != 0) {
    n += 2;
    steps++;
  }
  if (steps > 127)
    reach_error();
  if (steps == 127)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
