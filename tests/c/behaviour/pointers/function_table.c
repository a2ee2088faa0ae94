// Tables of functions, with and without context.
//@ behaviour
#include <stdio.h>

struct shape;
struct methods {
  double (*area)(const struct shape *);
  const char *name;
};
struct shape {
  const struct methods *methods;
  double a, b;
};

static double rectangle_area(const struct shape *s) { return s->a * s->b; }
static double triangle_area(const struct shape *s) { return s->a * s->b / 2; }
static double square_area(const struct shape *s) { return s->a * s->a; }

static const struct methods rectangle = {rectangle_area, "rectangle"}, triangle = {triangle_area, "triangle"},
                            square = {square_area, "square"};

static int each(const int *list, int n, int (*f)(int, void *), void *context) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += f(list[i], context);
  return total;
}

static int above(int v, void *limit) { return v > *(int *)limit; }

static int collect(int v, void *p) {
  int **at = p;
  *(*at)++ = v * v;
  return v;
}

int main(void) {
  struct shape shapes[] = {{&rectangle, 3, 4}, {&triangle, 3, 4}, {&square, 5}};
  for (int i = 0; i < 3; i++)
    printf("%s %.1f\n", shapes[i].methods->name, shapes[i].methods->area(&shapes[i]));
  int list[] = {4, 8, 15, 16, 23, 42}, limit = 15, squares[6], *at = squares;
  printf("%d\n", each(list, 6, above, &limit));
  printf("%d\n", each(list, 6, collect, &at));
  printf("%td %d\n", at - squares, squares[5]);
  int (*f)(int, void *) = &above;
  printf("%d %d %d\n", f == above, *f == above, f(16, &limit) + (**f)(1, &limit));
  return 0;
}
