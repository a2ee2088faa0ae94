// Every kind of unknown number has its range.
//@ verdict: safe
#include <limits.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_size_t(void);
extern void reach_error(void);

static void check(int ok) {
  if (!ok)
    reach_error();
}

int main(void) {
  check(__VERIFIER_nondet_char() <= CHAR_MAX);
  check(__VERIFIER_nondet_uchar() <= 255);
  check(__VERIFIER_nondet_short() >= SHRT_MIN);
  check(__VERIFIER_nondet_ushort() <= USHRT_MAX);
  check(__VERIFIER_nondet_bool() <= 1);
  unsigned u = __VERIFIER_nondet_uint();
  check((unsigned long)u * u >= u);
  long l = __VERIFIER_nondet_long();
  check(l >= 0 || -(l / 2) >= 0);
  check(__VERIFIER_nondet_ulong() / 2 <= LONG_MAX);
  check((__VERIFIER_nondet_size_t() & 7) < 8);
  return 0;
}
