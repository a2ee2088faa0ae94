// Memory of the stack, taken in loops and branches.
//@ behaviour
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct cell { int value; struct cell *next; };

static int sum(int n) {
  struct cell *list = 0;
  for (int i = 0; i < n; i++) {
    struct cell *c = alloca(sizeof *c);
    c->value = i * i;
    c->next = list;
    list = c;
  }
  int total = 0;
  for (; list; list = list->next)
    total += list->value;
  return total;
}

static void shout(const char *s) {
  size_t n = strlen(s);
  char *copy = n > 5 ? alloca(n + 2) : alloca(16);
  strcpy(copy, s);
  for (char *p = copy; *p; p++)
    if (*p >= 'a' && *p <= 'z')
      *p -= 32;
  strcat(copy, "!");
  puts(copy);
}

int main(void) {
  printf("%d %d %d\n", sum(0), sum(10), sum(50));
  shout("short");
  shout("longer text");
  char *a = __builtin_alloca(8), *b = __builtin_alloca(8);
  memset(a, 'a', 7), memset(b, 'b', 7);
  a[7] = b[7] = 0;
  printf("%s%s\n", a, b);
  return 0;
}
