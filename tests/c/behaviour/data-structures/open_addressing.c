// A hash table in one array, with tombstones.
//@ behaviour
#include <stdio.h>

#define SIZE 32
enum state { EMPTY, FULL, GONE };
static struct { enum state state; int key, value; } slots[SIZE];

static int slot(int key, int adding) {
  int free = -1;
  for (unsigned i = 0; i < SIZE; i++) {
    int s = (int)(((unsigned)key * 2654435761u + i) % SIZE);
    if (slots[s].state == FULL && slots[s].key == key)
      return s;
    if (slots[s].state != FULL && free < 0)
      free = s;
    if (slots[s].state == EMPTY)
      break;
  }
  return adding ? free : -1;
}

static void put(int key, int value) {
  int s = slot(key, 1);
  slots[s].state = FULL;
  slots[s].key = key;
  slots[s].value = value;
}

static int get(int key) {
  int s = slot(key, 0);
  return s < 0 ? -1 : slots[s].value;
}

static void drop(int key) {
  int s = slot(key, 0);
  if (s >= 0)
    slots[s].state = GONE;
}

int main(void) {
  for (int i = 0; i < 24; i++)
    put(i * 1000, i);
  for (int i = 0; i < 24; i += 3)
    drop(i * 1000);
  put(3000, 333);
  put(77, 7);
  for (int i = 0; i < 10; i++)
    printf("%d ", get(i * 1000));
  int used = 0, gone = 0;
  for (int i = 0; i < SIZE; i++)
    used += slots[i].state == FULL, gone += slots[i].state == GONE;
  printf("%d %d %d\n", get(77), used, used + gone <= SIZE);
  return 0;
}
