// A literal that is written to: corrected.
//@ verdict: safe
int main(void) {
  char s[] = "literal";
  s[0] = 'L';
  return s[0] == 'L';
}
