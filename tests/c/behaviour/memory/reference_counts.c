// Objects that die when nobody holds them.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct object {
  int count;
  char *name;
  struct object *children[2];
};

static int alive;

static struct object *hold(struct object *o) {
  if (o)
    o->count++;
  return o;
}

static void release(struct object *o) {
  if (!o || --o->count)
    return;
  printf("free %s\n", o->name);
  for (int i = 0; i < 2; i++)
    release(o->children[i]);
  free(o->name);
  free(o);
  alive--;
}

static struct object *make(const char *name, struct object *a, struct object *b) {
  struct object *o = malloc(sizeof *o);
  *o = (struct object){1, strcpy(malloc(strlen(name) + 1), name), {hold(a), hold(b)}};
  alive++;
  return o;
}

int main(void) {
  struct object *leaf = make("leaf", 0, 0), *left = make("left", leaf, 0), *right = make("right", leaf, leaf);
  struct object *root = make("root", left, right);
  printf("%d %d\n", leaf->count, alive);
  release(leaf);
  release(left);
  release(right);
  printf("%d %d\n", leaf->count, alive);
  hold(right);
  release(root);
  printf("%d %d\n", leaf->count, alive);
  release(right);
  return alive;
}

