// The length of an unknown text.
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
  char text[5];
  for (int i = 0; i < 4; i++)
    text[i] = (char)char_in(0, 2);
  text[4] = 0;
  int n = 0;
  while (text[n])
    n++;
  if (n > 4)
    reach_error();
  if (n == 3 && text[1] == 2)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
