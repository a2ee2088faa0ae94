// A signed character that is promoted, incremented and cut again.
//@ verdict: unsafe
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static signed char char_in(int low, int high) {
  signed char x = __VERIFIER_nondet_char();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  signed char c = char_in(-128, 127), start = c;
  int steps = 0;
  do {
    c++;
    steps++;
  } while (c > 0);
  if (start == 100 && c != -128)
    reach_error();
  if (start == 100 && steps == 28)
    reach_error(); //~ ERROR[reach-error]
  if (start < -1 && steps != 1)
    reach_error();
  return 0;
}
