// A literal that is written to.
//@ verdict: unsafe
//@ replay: native
int main(void) {
  char *s = "literal";
  s[0] = 'L'; //~ ERROR[read-only]
  return s[0] == 'L';
}
