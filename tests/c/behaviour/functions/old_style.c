// Functions declared without prototypes.
//@ behaviour
#include <stdio.h>

static int add();
static int chooses();

int main(void) {
  printf("%d\n", add(2, 3));
  printf("%d %d\n", chooses('a', 1.5), chooses('b', 2.5));
  int (*f)() = add;
  printf("%d\n", f(40, 2));
  return 0;
}

static int add(a, b)
int a, b;
{
  return a + b;
}

static int chooses(c, d)
char c;
double d;
{
  return c == 'a' ? (int)(d * 2) : (int)(d * 4);
}
