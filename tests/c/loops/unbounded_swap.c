// Two values that change places, and a number that goes up and down.
//@ verdict: safe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  int a = 1, b = 2, up = 1;
  for (unsigned i = 0; i < n; i++) {
    int t = a;
    a = b;
    b = t;
    if (up)
      x++;
    else
      x--;
    up = !up;
  }
  if (a + b != 3 || x > 1)
    reach_error();
  if (n % 2 == 1 && (a != 2 || x != 1))
    reach_error();
  return 0;
}
