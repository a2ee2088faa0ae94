// A ring that starts in the middle; one that is read before it is written again is not folded.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

unsigned char ring[4] = {9, 9, 9, 9}, sums[3];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 2, y = 0;
  __VERIFIER_assume(n < 20);
  for (unsigned i = 0; i < n; i++) {
    ring[x] = i;
    x = x == 3 ? 0 : x + 1;
  }
  if (n == 3 && (ring[0] != 2 || ring[1] != 9 || ring[2] != 0 || ring[3] != 1))
    reach_error();
  if (n == 15 && (ring[0] != 14 || ring[1] != 11 || ring[2] != 12 || ring[3] != 13))
    reach_error();
  if (ring[1] == 7 && ring[0] == 6)
    reach_error(); //~ ERROR[reach-error]
  for (unsigned i = 0; i < n; i++) {
    sums[y] += i;
    y = y == 2 ? 0 : y + 1;
  }
  if (n == 10 && (sums[0] != 18 || sums[1] != 12))
    reach_error();
  if (n == 11 && sums[1] == 22)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
