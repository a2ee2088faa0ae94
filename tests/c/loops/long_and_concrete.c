// Loops without inputs and with hundreds of millions of iterations.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
extern void reach_error(void);

static unsigned next(unsigned z) { return z + 2; }

int main(void) {
  unsigned x = 0, y = 10, turns = 0;
  while (x < 0x0fffffff)
    x = next(x);
  if (x % 2)
    reach_error();
  while (y >= 10) {
    y += 2;
    turns++;
  }
  if (y != 0 || turns != 2147483643u)
    reach_error();
  if (x == 0x10000000)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
