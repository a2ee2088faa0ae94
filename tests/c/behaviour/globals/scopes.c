// Names that hide others, in blocks, loops and files.
//@ behaviour
#include <stdio.h>

int x = 1;
static int y = 2;

static int uses(void) { return x * 10 + y; }

static int local(int x) {
  int result = x;
  {
    int x = 100;
    result += x;
    {
      extern int x;
      result += x;
    }
  }
  return result;
}

int main(void) {
  int y = 20;
  printf("%d %d\n", uses(), y);
  for (int x = 0; x < 2; x++) {
    int y = x * 5;
    printf("%d %d\n", x, y);
  }
  printf("%d\n", local(7));
  x = 5;
  printf("%d\n", uses());
  int i = 3;
  for (int i = 0, j = 10; i < j; i++, j--)
    y += i;
  printf("%d %d\n", i, y);
  typedef int number;
  number n = 4;
  {
    struct number { int number; } number = {n};
    n = number.number + 1;
  }
  enum { y_in_enum = 9 };
  if (n > 0) {
    enum { y_in_enum = 8 };
    n += y_in_enum;
  }
  return n + y_in_enum;
}
