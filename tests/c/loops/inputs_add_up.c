// What is read adds up: equal inputs would miss sums, so this loop is walked.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++)
    s += __VERIFIER_nondet_int() & 1;
  if (s == 2)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
