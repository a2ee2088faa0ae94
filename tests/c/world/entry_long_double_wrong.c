// What is wrong for a `long double` that is a `double` is found.
//@ args: --entry half
//@ verdict: unsafe
//@ replay: native
int half(long double x, int n) {
  return x == 2.0L ? 1 / (n - 9) : 0; //~ ERROR[division-by-zero]
}
