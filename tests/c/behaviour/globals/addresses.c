// Initialisers that are addresses of other objects and functions.
//@ behaviour
#include <stdio.h>

static int values[10] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90};
static int *middle = &values[5], *last = values + 9;
static int **indirect = &middle;
static const char *word = &"a word"[2];
struct pair { int a; struct { char c; int d; } in; } pair = {1, {'x', 99}};
static int *inside = &pair.in.d;
static char *letter = &pair.in.c;

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*functions[])(void) = {one, two, one};
static int (**chosen)(void) = functions + 1;
static void *self = &self;
static long distance = (char *)&values[7] - (char *)&values[3];
static struct { const char *name; int (*call)(void); int *where; } table[] = {
    {"one", one, &values[1]}, {"two", two, &values[2]}, {0}};
static int (*row)[5] = (int(*)[5]) & values[5];

int main(void) {
  printf("%d %d %d\n", *middle, *last, **indirect);
  (*indirect)++;
  printf("%d %s\n", *middle, word);
  *inside += 1;
  *letter = 'y';
  printf("%d %c\n", pair.in.d, pair.in.c);
  printf("%d %d\n", (*chosen)(), functions[2]());
  printf("%d %ld\n", self == &self, distance);
  for (int i = 0; table[i].name; i++)
    printf("%s %d %d\n", table[i].name, table[i].call(), *table[i].where);
  printf("%d\n", (*row)[4]);
  return 0;
}
