// A constant text and an unknown letter.
//@ verdict: unsafe
//@ replay: native
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static signed char char_in(int low, int high) {
  signed char x = __VERIFIER_nondet_char();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

static const char *text = "loops fold";
int main(void) {
  char wanted = (char)char_in('a', 'z');
  const char *p = text;
  while (*p && *p != wanted)
    p++;
  if (*p == 0 && wanted == 'f')
    reach_error();
  if (*p && p - text > 9)
    reach_error();
  if (p - text == 3)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
