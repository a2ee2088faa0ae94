// A maximum that stops changing.
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
  int n = int_in(0, 40), most = 0;
  for (int i = 0; i < n; i++) {
    int v = i < 10 ? i : 20 - i;
    if (v > most)
      most = v;
  }
  if (most > 10)
    reach_error();
  if (n > 10 && most != 10)
    reach_error();
  return 0;
}
