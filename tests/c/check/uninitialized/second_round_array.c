// The same for an array.
//@ verdict: unsafe
static int first(const int *p) { return p[0]; }
int main(void) {
  int result = 0;
  for (int i = 0; i < 2; i++) {
    int a[2];
    if (i == 0) a[0] = 5;
    if (first(a) == 5) //~ ERROR[uninitialized]
      result++;
  }
  return result;
}
