// Structures inside structures and arrays of them.
//@ behaviour
#include <stdio.h>

struct point { int x, y; };
struct segment { struct point from, to; };
struct figure {
  char name[8];
  int count;
  struct segment sides[3];
  struct { struct point centre; unsigned char colour[3]; } style;
};

static int length2(struct segment s) {
  int dx = s.to.x - s.from.x, dy = s.to.y - s.from.y;
  return dx * dx + dy * dy;
}

static void move(struct figure *f, struct point by) {
  for (int i = 0; i < f->count; i++) {
    f->sides[i].from.x += by.x, f->sides[i].from.y += by.y;
    f->sides[i].to.x += by.x, f->sides[i].to.y += by.y;
  }
  f->style.centre.x += by.x;
  f->style.centre.y += by.y;
}

int main(void) {
  struct figure figures[2] = {
      {"corner", 2, {{{0, 0}, {3, 4}}, {{3, 4}, {3, 0}}}, {{1, 1}, {255, 0, 128}}},
      {"line", 1, {{{-1, -1}, {1, 1}}}, {.colour = {1, 2, 3}}},
  };
  struct figure copy = figures[0];
  move(&copy, (struct point){10, -10});
  figures[1].sides[2] = copy.sides[1];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      printf("%s %d %d\n", figures[i].name, j, length2(figures[i].sides[j]));
  printf("%d %d %d\n", copy.sides[1].to.x, copy.style.centre.y, figures[0].style.centre.y);
  printf("%d %d\n", copy.style.colour[2], figures[1].style.colour[1]);
  printf("%zu\n", sizeof(struct figure));
  struct segment *s = &figures[1].sides[2];
  struct point *p = &s->to;
  p->y = 99;
  printf("%d %d\n", figures[1].sides[2].to.y, figures[0].sides[1].to.y);
  return 0;
}
