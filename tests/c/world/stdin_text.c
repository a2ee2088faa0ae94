// An input that is known.
//@ verdict: safe
//@ stdin: 12 30
#include <assert.h>
#include <stdio.h>

int main(void) {
  int a, b;
  assert(scanf("%d %d", &a, &b) == 2);
  assert(a + b == 42);
  return 0;
}
