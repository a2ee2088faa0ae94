// Down in steps of three; the last step may miss zero.
//@ verdict: unsafe
extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static short short_in(int low, int high) {
  short x = __VERIFIER_nondet_short();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  short s = short_in(0, 300);
  short start = s;
  while (s > 0)
    s -= 3;
  if (s == -1)
    reach_error(); //~ ERROR[reach-error]
  if (s == -3)
    reach_error();
  if (start % 3 == 1 && s != -2)
    reach_error();
  return 0;
}
