// A sum that starts from nothing: corrected.
//@ verdict: safe
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 3; i++)
    sum += i;
  if (sum == 3)
    return 1;
  return 0;
}
