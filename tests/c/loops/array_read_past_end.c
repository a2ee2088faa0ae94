// One too many, for the largest input only.
//@ verdict: unsafe
//@ replay: native
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
int main(void) {
  int n = int_in(0, 9), sum = 0;
  for (int i = 0; i < n; i++)
    sum += table[i]; //~ ERROR[out-of-bounds]
  return sum == 100;
}
