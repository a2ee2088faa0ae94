// A table with chains that grows.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char *key; int value; struct entry *next; };
struct table { struct entry **buckets; size_t size, count; };

static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s)
    h = h * 33 ^ (unsigned char)*s++;
  return h;
}

static int *at(struct table *t, const char *key) {
  if (t->count >= t->size) {
    size_t size = t->size ? 2 * t->size : 4;
    struct entry **b = calloc(size, sizeof *b);
    for (size_t i = 0; i < t->size; i++)
      for (struct entry *e = t->buckets[i], *next; e; e = next) {
        next = e->next;
        struct entry **to = &b[hash(e->key) % size];
        e->next = *to;
        *to = e;
      }
    free(t->buckets);
    t->buckets = b;
    t->size = size;
  }
  struct entry **bucket = &t->buckets[hash(key) % t->size];
  for (struct entry *e = *bucket; e; e = e->next)
    if (!strcmp(e->key, key))
      return &e->value;
  struct entry *e = malloc(sizeof *e);
  *e = (struct entry){strdup(key), 0, *bucket};
  *bucket = e;
  t->count++;
  return &e->value;
}

int main(void) {
  struct table t = {0};
  char text[] = "it was the best of times it was the worst of times it was the age of wisdom it was the age of foolishness";
  for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
    ++*at(&t, w);
  printf("%zu %zu\n", t.count, t.size);
  const char *words[] = {"it", "times", "age", "wisdom", "winter"};
  for (int i = 0; i < 5; i++)
    printf("%s %d\n", words[i], *at(&t, words[i]));
  int total = 0;
  for (size_t i = 0; i < t.size; i++)
    for (struct entry *e = t.buckets[i], *next; e; e = next) {
      next = e->next;
      total += e->value;
      free(e->key), free(e);
    }
  free(t.buckets);
  printf("%d\n", total);
  return 0;
}
