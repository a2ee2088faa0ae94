// _Generic chooses by type.
//@ behaviour
#include <stdio.h>

#define NAME(x) _Generic((x), char: "char", signed char: "signed char", int: "int", unsigned: "unsigned", long: "long", \
    float: "float", double: "double", char *: "char *", const char *: "const char *", int *: "int *", default: "other")

static int add_int(int a, int b) { return a + b; }
static double add_double(double a, double b) { return a + b; }
#define ADD(a, b) _Generic((a) + (b), double: add_double, default: add_int)(a, b)

int main(void) {
  char c = 'c';
  const int k = 5;
  short s = 1;
  printf("%s %s %s %s\n", NAME(c), NAME('c'), NAME(s), NAME(s + c));
  printf("%s %s %s %s\n", NAME(1u), NAME(1L), NAME(1.0f), NAME(1.0f * 2.0));
  printf("%s %s %s\n", NAME("text"), NAME((const char *)"x"), NAME(&s));
  printf("%s %s\n", NAME(k), NAME(1ull));
  printf("%d %g\n", ADD(1, 2), ADD(1, 2.5));
  return sizeof(_Generic(1, int: (char)1, default: 1L));
}
