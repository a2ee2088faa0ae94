// Offsets, padding and packed layouts.
//@ behaviour
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct normal { char a; int b; char c; double d; short e; };
struct __attribute__((packed)) packed { char a; int b; char c; double d; short e; };
struct inner { char x; union { long l; char t[3]; } u; };
struct outer { short s; struct inner in[2]; };

#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))

int main(void) {
  printf("%zu %zu %zu %zu %zu\n", offsetof(struct normal, b), offsetof(struct normal, c), offsetof(struct normal, d),
         offsetof(struct normal, e), sizeof(struct normal));
  printf("%zu %zu %zu %zu %zu\n", offsetof(struct packed, b), offsetof(struct packed, c), offsetof(struct packed, d),
         offsetof(struct packed, e), sizeof(struct packed));
  printf("%zu %zu\n", offsetof(struct outer, in[1].u.t[2]), sizeof(struct outer));
  struct packed p = {'p', 123456, 'q', 2.75, -3};
  struct packed list[2] = {p, p};
  list[1].b *= -1;
  list[1].d += 1;
  printf("%c %d %c %g %d\n", list[1].a, list[1].b, list[1].c, list[1].d, list[1].e);
  printf("%d %g\n", list[0].b, list[0].d);
  struct normal n = {.c = 'c', .e = 17};
  double *inside = &n.d;
  printf("%d %c\n", container_of(inside, struct normal, d)->e, container_of(&n.b, struct normal, b)->c);
  return 0;
}
