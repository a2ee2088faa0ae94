// An element that the loop leaves out.
//@ verdict: unsafe
int main(void) {
  int a[5], sum = 0;
  for (int i = 1; i < 5; i++)
    a[i] = i;
  for (int i = 0; i < 5; i++)
    sum += a[i];
  if (sum > 3) //~ ERROR[uninitialized]
    return 1;
  return 0;
}
