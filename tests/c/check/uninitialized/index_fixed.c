// An index that was never set: corrected.
//@ verdict: safe
int main(void) {
  static const int table[4] = {1, 2, 3, 4};
  unsigned i = 2;
  return table[i];
}
