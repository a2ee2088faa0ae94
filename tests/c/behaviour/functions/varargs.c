// Variable arguments of every kind.
//@ behaviour
#include <stdarg.h>
#include <stdio.h>

struct pair { int a, b; };
struct wide { long a, b, c; };
struct real { double x; float y; };

static long sum(int n, ...) {
  va_list list;
  va_start(list, n);
  long total = 0;
  while (n--)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

static void mixed(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i':
      printf("int %d\n", va_arg(list, int));
      break;
    case 'l':
      printf("long %ld\n", va_arg(list, long));
      break;
    case 'd':
      printf("double %g\n", va_arg(list, double));
      break;
    case 's':
      printf("text %s\n", va_arg(list, char *));
      break;
    case 'p': {
      struct pair p = va_arg(list, struct pair);
      printf("pair %d %d\n", p.a, p.b);
      break;
    }
    case 'w': {
      struct wide w = va_arg(list, struct wide);
      printf("wide %ld %ld %ld\n", w.a, w.b, w.c);
      break;
    }
    case 'r': {
      struct real r = va_arg(list, struct real);
      printf("real %g %g\n", r.x, r.y);
    }
    }
  va_end(list);
}

int main(void) {
  printf("%ld %ld\n", sum(0), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -100));
  float f = 1.25f;
  short s = -3;
  char c = 'c';
  mixed("idislpdwidrs", 1, 2.5, s, "word", 1l << 40, (struct pair){3, 4}, f, (struct wide){5, 6, 7}, c, 9.75,
        (struct real){0.5, 0.25f}, "end");
  mixed("ddddddddddii", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11, 12);
  return 0;
}
