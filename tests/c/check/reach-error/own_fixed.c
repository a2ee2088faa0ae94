// A function of that name of the program's own that does nothing: never called.
//@ verdict: safe
extern unsigned char __VERIFIER_nondet_uchar(void);

void reach_error(void) {}

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c == 7 && c % 2 == 0)
    reach_error();
  return 0;
}
