// Assertions that hold, and static ones.
//@ behaviour
#include <assert.h>
#include <stdio.h>

_Static_assert(sizeof(int) == 4, "ints have four bytes");
_Static_assert(-1 >> 1 == -1, "shifts are arithmetic");

struct checked {
  char a;
  _Static_assert(sizeof(long) == 8, "also inside structures");
  long b;
};

static int divide(int a, int b) {
  assert(b != 0);
  assert(a % b == 0 && "must divide");
  return a / b;
}

int main(void) {
  int sum = 0;
  for (int i = 1; i <= 10; i++)
    sum += divide(2520, i);
  assert(sum > 0);
  assert(("comma", 1));
  printf("%d\n", sum);
#define NDEBUG
#include <assert.h>
  assert(sum == 0);
  puts("not checked");
  return 0;
}

