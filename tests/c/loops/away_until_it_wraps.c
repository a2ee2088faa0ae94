// Counters that move away from what they are compared with: they wrap around.
//@ verdict: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), y = x;
  int n = 0, m = 0;
  while (x > 9) {
    x++;
    n++;
  }
  if (n > 246)
    reach_error();
  if (n == 246 && y != 10)
    reach_error();
  if (y > 9 && n != 256 - y)
    reach_error();
  for (signed char z = (signed char)y; z <= 20; z--)
    m++;
  if (y == 3 && m != 132)
    reach_error();
  if (m == 149)
    reach_error(); //~ ERROR[reach-error]
  return m == 150 ? 1 / (m - 150) : 0;
}
