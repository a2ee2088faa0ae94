// The body is a function that changes globals.
//@ verdict: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

static int count, total;
static void add(int x) {
  if (x > 4)
    count++;
  total += x;
}
int main(void) {
  int n = int_in(0, 20);
  for (int i = 0; i < n; i++)
    add(i);
  if (total != n * (n - 1) / 2)
    reach_error();
  if (n > 5 && count != n - 5)
    reach_error();
  return 0;
}
