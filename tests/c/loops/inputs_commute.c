// Inputs choose the path of every iteration, any number of times: two counters.
//@ matrix: search=bfs loops=fold
//@ verdict: safe
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() > 3)
      x += 2;
    else
      y += 4;
  }
  if (x == 7 || y == 6)
    reach_error();
  return 0;
}
