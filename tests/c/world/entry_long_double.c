// A `long double` holds more values than the `double`s that are explored: a function without a finding is not safe.
//@ args: --entry half
//@ verdict: incomplete
//@ snapshot
void reach_error(void);
int half(long double x, int n) {
  if (n > 3)
    return 1;
  if ((long double)(double)x != x && x == x)
    reach_error();
  return 0;
}
