// A search tree with insertion, removal and all orders.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *sides[2]; };

static void insert(struct tree **t, int key) {
  while (*t) {
    if ((*t)->key == key)
      return;
    t = &(*t)->sides[key > (*t)->key];
  }
  *t = calloc(1, sizeof **t);
  (*t)->key = key;
}

static int drop(struct tree **t, int key) {
  while (*t && (*t)->key != key)
    t = &(*t)->sides[key > (*t)->key];
  struct tree *gone = *t;
  if (!gone)
    return 0;
  if (gone->sides[0] && gone->sides[1]) {
    struct tree **least = &gone->sides[1];
    while ((*least)->sides[0])
      least = &(*least)->sides[0];
    gone->key = (*least)->key;
    gone = *least;
    *least = gone->sides[1];
  } else
    *t = gone->sides[!gone->sides[0]];
  free(gone);
  return 1;
}

static void walk(const struct tree *t, int when) {
  if (!t)
    return;
  if (when == 0)
    printf("%d ", t->key);
  walk(t->sides[0], when);
  if (when == 1)
    printf("%d ", t->key);
  walk(t->sides[1], when);
  if (when == 2)
    printf("%d ", t->key);
}

static int height(const struct tree *t) {
  if (!t)
    return 0;
  int a = height(t->sides[0]), b = height(t->sides[1]);
  return 1 + (a > b ? a : b);
}

int main(void) {
  struct tree *root = NULL;
  int keys[] = {50, 30, 70, 20, 40, 60, 80, 35, 45, 65, 30};
  for (int i = 0; i < 11; i++)
    insert(&root, keys[i]);
  for (int when = 0; when < 3; when++) {
    walk(root, when);
    puts("");
  }
  printf("%d %d", drop(&root, 50), drop(&root, 99));
  printf(" %d %d\n", drop(&root, 20), height(root));
  walk(root, 1);
  while (root)
    drop(&root, root->key);
  puts("");
  return 0;
}
