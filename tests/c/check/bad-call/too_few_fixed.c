// Calls through types without parameters, with as many arguments as the functions have; and one of a variadic function.
//@ verdict: safe
#include <assert.h>
#include <stdarg.h>

static int three(int a, char *b, double c) { return a + b[0] + (int)c; }
static int none(void) { return 4; }
static int old(a, b) int a; char *b; { return a + b[0]; }
static int total(int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = 0;
  while (n-- > 0) sum += va_arg(list, int);
  va_end(list);
  return sum;
}

int main(void) {
  int (*f)() = (int (*)())three;
  assert(f(1, "a", 2.0) == 1 + 'a' + 2);
  f = none;
  assert(f() == 4);
  f = old;
  assert(f(1, "b") == 1 + 'b' && old(2, "c") == 2 + 'c');
  int (*g)(int, ...) = total;
  assert(g(0) == 0 && g(3, 1, 2, 3) == 6);
  return 0;
}
