// What a loop computed is an index.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int a[10] = {0}, n = int_in(0, 11), i = 0;
  while (i < n)
    i++;
  a[i] = 1; //~ ERROR[out-of-bounds]
  if (n == 4 && a[4] != 1)
    reach_error();
  return 0;
}
