// A signed index that wraps to below zero.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

static signed char char_in(int low, int high) {
  signed char x = __VERIFIER_nondet_char();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int a[128] = {0};
  signed char i = char_in(100, 127);
  int n = int_in(0, 30);
  while (n-- > 0)
    a[i++] = 1; //~ ERROR[out-of-bounds]
  return 0;
}
