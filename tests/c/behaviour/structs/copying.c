// Assignment, memcpy and comparison of structures.
//@ behaviour
#include <stdio.h>
#include <string.h>

struct record {
  int id;
  char name[12];
  double scores[3];
  struct record *next;
};

static void change(struct record r) {
  r.id = 0;
  r.scores[0] = -1;
  r.name[0] = '?';
}

int main(void) {
  struct record a = {1, "first", {1, 2, 3}, 0}, b, c, list[3];
  b = a;
  b.scores[1] = 20;
  memcpy(&c, &b, sizeof c);
  c.next = &a;
  change(c);
  printf("%d %s %g %g\n", c.id, c.name, c.scores[0], c.scores[1]);
  printf("%g %g\n", a.scores[1], b.scores[1]);
  list[0] = list[1] = list[2] = c;
  list[1].id = 8;
  strcpy(list[2].name, "third");
  memmove(list, list + 1, 2 * sizeof *list);
  printf("%d %s %s\n", list[0].id, list[0].name, list[1].name);
  struct record *p = &list[0];
  *p = *p->next;
  printf("%d %s\n", list[0].id, list[0].name);
  printf("%d %d\n", memcmp(a.scores, b.scores, sizeof(double)) == 0, memcmp(a.scores, b.scores, sizeof a.scores) == 0);
  struct { struct record r[2]; } whole, other;
  whole.r[0] = a;
  whole.r[1] = b;
  other = whole;
  whole.r[1].id = 77;
  printf("%d %d %s\n", other.r[1].id, whole.r[1].id, other.r[0].name);
  return 0;
}
