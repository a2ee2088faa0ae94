// A word is incremented, its bytes are read.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

union { unsigned short word; unsigned char byte[2]; } u;
int main(void) {
  int n = int_in(0, 600);
  while (u.word < n)
    u.word++;
  if (u.byte[0] != n % 256)
    reach_error();
  if (u.byte[1] == 2 && u.byte[0] == 88)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
