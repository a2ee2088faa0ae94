// A constant that is no `double` lies in memory with all of its bits, and cannot be computed with.
//@ verdict: incomplete
//@ snapshot
int __VERIFIER_nondet_int(void);
void reach_error(void);
static long double tenth = 0.1L;
int main(void) {
  unsigned char *bytes = (unsigned char *)&tenth;
  if (bytes[0] != 0xcd || bytes[9] != 0x3f)
    reach_error();
  if (__VERIFIER_nondet_int())
    return 0;
  return tenth > 1;
}
