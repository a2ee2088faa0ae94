// Logical operators evaluate no more than they need.
//@ behaviour
#include <stdio.h>

static int calls;

static int yes(int n) {
  calls = calls * 10 + n;
  return 1;
}

static int no(int n) {
  calls = calls * 10 + n;
  return 0;
}

#define SHOW(e)                                  \
  do {                                           \
    calls = 0;                                   \
    int value = (e);                             \
    printf("%s = %d calls %d\n", #e, value, calls); \
  } while (0)

int main(void) {
  SHOW(yes(1) && yes(2));
  SHOW(no(1) && yes(2));
  SHOW(yes(1) || yes(2));
  SHOW(no(1) || no(2) || yes(3));
  SHOW(no(1) && yes(2) || yes(3) && no(4));
  SHOW(yes(1) ? no(2) : yes(3));
  SHOW(!no(1) & !yes(2));
  SHOW((yes(1), no(2), yes(3)));
  int *p = 0;
  SHOW(p && *p == yes(9));
  SHOW(no(1) ? 5 : no(2) ? 6 : 7);
  return 0;
}
