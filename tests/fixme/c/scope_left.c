// A local of a block that was left.
//@ verdict: unsafe
int main(void) {
  int *p;
  {
    int n = 3;
    p = &n;
  }
  return *p; //~ ERROR[use-after-return]
}
