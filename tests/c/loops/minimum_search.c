// The smallest of some numbers.
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
  int a[4], least = 100;
  for (int i = 0; i < 4; i++)
    a[i] = int_in(0, 3);
  for (int i = 0; i < 4; i++)
    if (a[i] < least)
      least = a[i];
  for (int i = 0; i < 4; i++)
    if (a[i] < least)
      reach_error();
  return 0;
}
