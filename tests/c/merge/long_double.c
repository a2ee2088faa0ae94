// A `long double` that two ways set differently is a choice when they are joined.
//@ verdict: safe
//@ matrix: merge=never,always,dynamic
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char a;
  long double x;
  klee_make_symbolic(&a, 1, "a");
  if (a & 1)
    x = 1.5L;
  else
    x = -3;
  assert(x < 2);
  assert(*(unsigned char *)&x == 0);
  return 0;
}
