// An index that was never set.
//@ verdict: unsafe
int main(void) {
  static const int table[4] = {1, 2, 3, 4};
  unsigned i;
  return table[i]; //~ ERROR[uninitialized]
}
