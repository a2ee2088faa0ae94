// Unnamed objects made in expressions.
//@ behaviour
#include <stdio.h>

struct point { int x, y; };

static int dot(const struct point *a, const struct point *b) { return a->x * b->x + a->y * b->y; }
static int sum(const int *list, int n) {
  int total = 0;
  while (n--)
    total += *list++;
  return total;
}

static struct point *origin = &(struct point){100, 200};

int main(void) {
  printf("%d\n", dot(&(struct point){1, 2}, &(struct point){.y = 4, .x = 3}));
  printf("%d\n", sum((int[]){1, 2, 3, 4, 5}, 5));
  printf("%d\n", ((struct point){7, 8}).y);
  origin->x++;
  printf("%d\n", origin->x + origin->y);
  int *p = (int[4]){9};
  p[3] = p[0] * 2;
  printf("%d %d %d\n", p[0], p[1], p[3]);
  int results[3];
  for (int i = 0; i < 3; i++) {
    struct point *q = &(struct point){i, i * i};
    q->x += 10;
    results[i] = q->x + q->y;
  }
  printf("%d %d %d\n", results[0], results[1], results[2]);
  const char *text = (char[]){'o', 'k', 0};
  puts(text);
  struct point a = {1, 1};
  a = (struct point){a.y + 5, a.x + 6};
  printf("%d %d\n", a.x, a.y);
  return 0;
}
