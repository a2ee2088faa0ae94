// Goes toward a target from either side.
//@ verdict: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int x = int_in(-20, 20), y = int_in(-20, 20), n = 0, d = x < y ? y - x : x - y;
  while (x != y) {
    if (x < y)
      x++;
    else
      x--;
    n++;
  }
  if (n != d)
    reach_error();
  return 0;
}
