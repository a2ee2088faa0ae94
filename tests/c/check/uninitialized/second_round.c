// A variable that only the first round of a loop sets: the second round has a new one.
//@ verdict: unsafe
int main(void) {
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0) x = 5;
    if (x != 5) //~ ERROR[uninitialized]
      return 1;
  }
  return 0;
}
