// A sum that starts from nothing.
//@ verdict: unsafe
int main(void) {
  unsigned sum;
  for (unsigned i = 0; i < 3; i++)
    sum += i;
  if (sum == 3) //~ ERROR[uninitialized]
    return 1;
  return 0;
}
