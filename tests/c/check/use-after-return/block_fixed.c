// A local of a block that was left: corrected.
//@ verdict: safe
int main(void) {
  int *p;
  int n = 3;
  {
    p = &n;
  }
  return *p;
}
