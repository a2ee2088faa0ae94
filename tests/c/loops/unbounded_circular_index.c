// Every place of a buffer is written again and again: what was written last counts.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned ring[5];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  for (unsigned i = 0; i < n; i++) {
    ring[x] = i;
    x++;
    if (x == 5)
      x = 0;
  }
  if (n == 1000003 && (ring[0] != 1000000 || ring[2] != 1000002 || ring[3] != 999998))
    reach_error();
  if (n == 2 && (ring[1] != 1 || ring[2] != 0))
    reach_error();
  if (ring[3] == 12345678 && n == 12345680)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
