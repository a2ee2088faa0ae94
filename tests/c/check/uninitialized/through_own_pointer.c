// A variable that is only set through a pointer to it, and not always.
//@ verdict: unsafe
int main(int argc, char **argv) {
  int x;
  int *p = &x;
  if (argc > 1) *p = 1;
  if (*p == 1) //~ ERROR[uninitialized]
    return 1;
  return 0;
}
