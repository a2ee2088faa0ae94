// A local of a block that was left.
//@ verdict: unsafe
//@ replay: native
int main(void) {
  int *p;
  {
    int n = 3;
    p = &n;
  }
  return *p; //~ ERROR[use-after-scope]
}
