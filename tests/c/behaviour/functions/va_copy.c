// An argument list read twice and passed on.
//@ behaviour
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *format(const char *f, ...) {
  va_list list, again;
  va_start(list, f);
  va_copy(again, list);
  int n = vsnprintf(NULL, 0, f, list);
  char *text = malloc((size_t)n + 1);
  vsnprintf(text, (size_t)n + 1, f, again);
  va_end(again);
  va_end(list);
  return text;
}

static int count;

static void log_to(FILE *f, const char *text, ...) {
  va_list list;
  va_start(list, text);
  fprintf(f, "%d: ", ++count);
  vfprintf(f, text, list);
  va_end(list);
}

static int next(va_list *list) { return va_arg(*list, int); }

static int polynomial(int x, ...) {
  va_list list;
  va_start(list, x);
  int value = 0, c;
  while ((c = next(&list)) != -1)
    value = value * x + c;
  va_end(list);
  return value;
}

int main(void) {
  char *t = format("%s-%05d-%.2f-%c", "name", 42, 3.14159, 'x');
  printf("%s %zu\n", t, strlen(t));
  free(t);
  log_to(stdout, "%d %s\n", 7, "seven");
  log_to(stdout, "%g %g %g\n", 1.5, 2.5, 3.5);
  printf("%d %d\n", polynomial(10, 1, 2, 3, -1), polynomial(2, -1));
  vprintf("nothing\n", *(va_list *)&(va_list){0});
  return count;
}
