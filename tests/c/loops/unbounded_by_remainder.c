// What an iteration counts depends on the remainder of its number.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 0, b = 0, c = 0;
  for (unsigned i = 0; i < n; i++) {
    if (i % 3 == 0)
      a++;
    else if (i % 3 == 1)
      b++;
    else
      c++;
  }
  if (a + b + c != n)
    reach_error();
  int fives = 0, m = __VERIFIER_nondet_int();
  for (int j = m > 0 ? 20 : 15; j > 0; j--) // Signed and down.
    if (j % 5 == 0)
      fives++;
  if (fives != (m > 0 ? 4 : 3))
    reach_error();
  if (a == 1000001 && b == 1000000)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
