// Goes over the largest number on purpose.
//@ verdict: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned unsigned_in(int low, int high) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(low <= (long)x && (long)x <= high);
  return x;
}

int main(void) {
  unsigned n = unsigned_in(0, 20), x = 4294967290u;
  for (unsigned i = 0; i < n; i++)
    x++;
  if (n == 6 && x != 0)
    reach_error();
  if (n > 6 && x > 14)
    reach_error();
  return 0;
}
