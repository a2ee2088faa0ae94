// A negative end is large when it is unsigned.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int end = int_in(-3, 10);
  unsigned i = 0;
  while (i < end) {
    i++;
    if (i == 20)
      break;
  }
  if (end >= 0 && i != (unsigned)end)
    reach_error();
  if (end < 0 && i != 20)
    reach_error();
  if (end < 0)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
