// A growing array of any element, made by macros.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

#define VECTOR(type) struct { type *items; int count, room; }
#define PUSH(v, ...)                                                                    \
  do {                                                                                  \
    if ((v).count == (v).room)                                                          \
      (v).items = realloc((v).items, sizeof *(v).items * (size_t)((v).room = (v).room * 2 + 2)); \
    (v).items[(v).count++] = __VA_ARGS__;                                               \
  } while (0)
#define EACH(v, it) for (typeof((v).items) it = (v).items; it != (v).items + (v).count; it++)

struct point { double x, y; };

int main(void) {
  VECTOR(int) numbers = {0};
  VECTOR(struct point) points = {0};
  VECTOR(const char *) words = {0};
  for (int i = 0; i < 13; i++) {
    PUSH(numbers, i * i);
    PUSH(points, (struct point){i / 2.0, -i});
    PUSH(words, i % 2 ? "odd" : "even");
  }
  int sum = 0;
  double x = 0;
  EACH(numbers, n)
    sum += *n;
  EACH(points, p)
    x += p->x * p->y;
  printf("%d %g %s %d\n", sum, x, words.items[7], numbers.room);
  EACH(words, w)
    putchar(**w);
  puts("");
  free(numbers.items), free(points.items), free(words.items);
  return 0;
}
