// Behind a loop without end nothing happens.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int n = int_in(0, 5);
  if (n == 3) {
    for (;;)
      n = 3;
    reach_error();
  }
  unsigned char i = 1;
  if (n == 4) {
    while (i != 0)
      i += 2;
    reach_error();
  }
  if (n == 5)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
