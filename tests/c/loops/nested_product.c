// A product by counting.
//@ verdict: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int a = int_in(0, 9), b = int_in(0, 9), sum = 0;
  for (int i = 0; i < a; i++)
    for (int j = 0; j < b; j++)
      sum++;
  if (sum != a * b)
    reach_error();
  return 0;
}
