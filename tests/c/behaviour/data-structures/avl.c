// A balanced tree that stays shallow.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

typedef struct avl { int key, height; struct avl *l, *r; } avl;

static int height(avl *t) { return t ? t->height : 0; }
static void update(avl *t) { t->height = 1 + (height(t->l) > height(t->r) ? height(t->l) : height(t->r)); }

static avl *right(avl *t) {
  avl *l = t->l;
  t->l = l->r;
  l->r = t;
  update(t), update(l);
  return l;
}

static avl *left(avl *t) {
  avl *r = t->r;
  t->r = r->l;
  r->l = t;
  update(t), update(r);
  return r;
}

static avl *balance(avl *t) {
  update(t);
  int d = height(t->l) - height(t->r);
  if (d > 1) {
    if (height(t->l->l) < height(t->l->r))
      t->l = left(t->l);
    return right(t);
  }
  if (d < -1) {
    if (height(t->r->r) < height(t->r->l))
      t->r = right(t->r);
    return left(t);
  }
  return t;
}

static avl *insert(avl *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
    t->height = 1;
  } else if (key < t->key)
    t->l = insert(t->l, key);
  else if (key > t->key)
    t->r = insert(t->r, key);
  return balance(t);
}

static long fold(avl *t, long sum) { return t ? fold(t->r, fold(t->l, sum) * 3 % 1000003 + t->key) : sum; }

static void destroy(avl *t) {
  if (t)
    destroy(t->l), destroy(t->r), free(t);
}

int main(void) {
  avl *up = NULL, *mixed = NULL;
  for (int i = 0; i < 63; i++)
    up = insert(up, i);
  for (int i = 0; i < 100; i++)
    mixed = insert(mixed, i * 37 % 101);
  printf("%d %d %ld\n", height(up), up->key, fold(up, 0));
  printf("%d %ld\n", height(mixed), fold(mixed, 1));
  destroy(up), destroy(mixed);
  return 0;
}
