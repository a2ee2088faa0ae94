#include <assert.h>
int __VERIFIER_nondet_int(void);
int add(int, int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) { assert(add(x, 1) == 4); return 0; }
  if (x > 10 && x < 20) { int y = add(x, 1); assert(y == x + 1); return 0; }
  int s = 0;
  if (x < 0 && x > -4) { for (int i = 0; i < -x; i++) s = add(s, i); assert(s <= 3); }
  return 0;
}
