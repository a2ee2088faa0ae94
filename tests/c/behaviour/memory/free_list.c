// A pool that hands freed slots out again.
//@ behaviour
#include <stdio.h>

union slot {
  union slot *next;
  struct { int id; double weight; } item;
};

static union slot pool[6], *available;

static void prepare(void) {
  for (int i = 5; i >= 0; i--) {
    pool[i].next = available;
    available = &pool[i];
  }
}

static union slot *get(int id) {
  union slot *s = available;
  if (!s)
    return 0;
  available = s->next;
  s->item.id = id;
  s->item.weight = id / 4.0;
  return s;
}

static void put(union slot *s) {
  s->next = available;
  available = s;
}

int main(void) {
  prepare();
  union slot *held[8];
  for (int i = 0; i < 8; i++) {
    held[i] = get(i);
    printf("%d ", held[i] ? (int)(held[i] - pool) : -1);
  }
  puts("");
  put(held[2]);
  put(held[4]);
  union slot *a = get(20), *b = get(30), *c = get(40);
  printf("%d %d %d\n", (int)(a - pool), (int)(b - pool), c == 0);
  printf("%d %g %d %g\n", a->item.id, a->item.weight, held[5]->item.id, held[5]->item.weight);
  return 0;
}
