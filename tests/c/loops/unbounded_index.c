// The index leaves the array for most inputs.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold
//@ replay: native
extern unsigned __VERIFIER_nondet_uint(void);

static int a[1000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += a[i]; //~ ERROR[out-of-bounds]
  return sum == 3;
}
