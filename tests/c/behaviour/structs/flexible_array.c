// A header with as many elements as were asked for.
//@ behaviour
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
  unsigned length;
  char kind;
  char bytes[];
};

static struct text *make(const char *s, char kind) {
  size_t n = strlen(s);
  struct text *t = malloc(offsetof(struct text, bytes) + n + 1);
  t->length = (unsigned)n;
  t->kind = kind;
  memcpy(t->bytes, s, n + 1);
  return t;
}

static struct text *join(struct text *a, struct text *b) {
  a = realloc(a, offsetof(struct text, bytes) + a->length + b->length + 1);
  memcpy(a->bytes + a->length, b->bytes, b->length + 1);
  a->length += b->length;
  free(b);
  return a;
}

int main(void) {
  struct text *t = make("flexible", 'a');
  t = join(t, make(" ", 'b'));
  t = join(t, make("array", 'c'));
  printf("%u %c %s\n", t->length, t->kind, t->bytes);
  printf("%zu %zu\n", sizeof(struct text), offsetof(struct text, bytes));
  struct { int n; long items[]; } *v = malloc(sizeof *v + 5 * sizeof(long));
  v->n = 5;
  for (int i = 0; i < v->n; i++)
    v->items[i] = i ? v->items[i - 1] * 10 + i : 1;
  printf("%ld %zu\n", v->items[4], sizeof *v);
  free(v);
  free(t);
  return 0;
}
