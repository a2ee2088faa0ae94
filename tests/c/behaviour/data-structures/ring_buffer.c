// A queue in a circle, with wrap-around.
//@ behaviour
#include <stdio.h>

#define ROOM 8
struct ring { unsigned head, tail; short items[ROOM]; };

static int put(struct ring *r, int v) {
  if (r->tail - r->head == ROOM)
    return 0;
  r->items[r->tail++ % ROOM] = (short)v;
  return 1;
}

static int get(struct ring *r) { return r->head == r->tail ? -1 : r->items[r->head++ % ROOM]; }

int main(void) {
  struct ring r = {0xfffffffau, 0xfffffffau, {0}};
  int next = 0, sum = 0;
  for (int round = 0; round < 6; round++) {
    int in = 0, out = 0;
    for (int i = 0; i < round * 3 % 10; i++)
      in += put(&r, next++);
    for (int i = 0; i < 4; i++) {
      int v = get(&r);
      if (v < 0)
        break;
      sum = sum * 7 % 10007 + v;
      out++;
    }
    printf("%d %d %u\n", in, out, r.tail - r.head);
  }
  printf("%d %u\n", sum, r.head);
  return 0;
}
