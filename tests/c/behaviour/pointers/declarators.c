// Declarators that have to be read from the inside out.
//@ behaviour
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }

static int (*choose(char c))(int, int) { return c == '+' ? add : subtract; }

static int numbers[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static int (*rows(int i))[4] { return &numbers[i]; }

typedef int (*operation)(int, int);
typedef operation pair[2];

static int apply(int (*const *table)(int, int), int i, int a, int b) { return table[i](a, b); }

int main(void) {
  int (*f)(int, int) = choose('+');
  int (*(*g)(char))(int, int) = choose;
  printf("%d %d %d\n", f(1, 2), g('-')(1, 2), (*g('+'))(5, 6));
  int(*r)[4] = rows(1);
  printf("%d %d\n", (*r)[2], (*rows(2))[3]);
  pair both = {add, subtract};
  pair *p = &both;
  printf("%d %d\n", (*p)[0](7, 3), (*p)[1](7, 3));
  printf("%d\n", apply(both, 1, 10, 4));
  int *list[3] = {&numbers[0][1], numbers[1], *(numbers + 2) + 3};
  int *(*q)[3] = &list;
  printf("%d %d %d\n", *(*q)[0], *(*q)[1], *(*q)[2]);
  char *(*const names[2])[2] = {&(char *[2]){"a", "b"}, &(char *[2]){"c", "d"}};
  printf("%s %s\n", (*names[0])[1], (*names[1])[0]);
  return sizeof *r == 16 && sizeof(*q) == 24;
}
