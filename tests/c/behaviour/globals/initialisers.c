// Initialised and zeroed globals of every shape.
//@ behaviour
#include <stdio.h>

int number = 42, zero, negative = -7;
double real = 2.5;
char text[] = "text", padded[8] = "pad", exact[3] = "abc";
const char *pointer = "pointer", *const fixed = "fixed";
int matrix[2][3] = {{1, 2}, {4}};
int counted[] = {1, 2, 3, 4, 5};
struct item { int id; const char *name; struct item *next; } first, second = {2, "second", &first}, first = {1, "first", &second};
static long computed = (3 + 4) * 5L << 2;
static int common;
extern int later;
unsigned char bytes[4] = {255, 'a', '\n', 0x7f};
_Bool flag = 5;

int main(void) {
  printf("%d %d %d %g\n", number, zero, negative, real);
  printf("%s %zu %s %.3s\n", text, sizeof text, padded, exact);
  printf("%s %s\n", pointer, fixed);
  for (int i = 0; i < 6; i++)
    printf("%d ", matrix[i / 3][i % 3]);
  printf("%zu\n", sizeof counted / sizeof *counted);
  printf("%s %s\n", second.next->name, second.next->next->name);
  printf("%ld %d %d\n", computed, common, later);
  printf("%d %d %d %d %d\n", bytes[0], bytes[1], bytes[2], bytes[3], flag);
  number++;
  text[0] = 'n';
  pointer++;
  later *= 2;
  printf("%d %s %s %d\n", number, text, pointer, later);
  return 0;
}

int later = 11;
