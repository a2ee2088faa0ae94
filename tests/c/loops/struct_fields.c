// Fields are the variables of the loop.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

struct range { int low, high; unsigned char steps; } r;
int main(void) {
  r.low = int_in(0, 30);
  r.high = int_in(0, 30);
  while (r.low < r.high) {
    r.low++;
    r.high--;
    r.steps++;
  }
  if (r.low - r.high > 1)
    reach_error(); //~ ERROR[reach-error]
  if (r.steps == 15 && r.low == 15)
    reach_error(); //~ ERROR[reach-error]
  if (r.steps > 15)
    reach_error();
  return 0;
}
