// A region allocator that frees everything at once.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block {
  struct block *previous;
  size_t used;
  _Alignas(16) char bytes[256];
};

struct arena {
  struct block *top;
  int blocks;
};

static void *take(struct arena *a, size_t n) {
  n = (n + 15) & ~(size_t)15;
  if (!a->top || a->top->used + n > sizeof a->top->bytes) {
    struct block *b = malloc(sizeof *b);
    b->previous = a->top;
    b->used = 0;
    a->top = b;
    a->blocks++;
  }
  void *p = a->top->bytes + a->top->used;
  a->top->used += n;
  return p;
}

static void release(struct arena *a) {
  while (a->top) {
    struct block *previous = a->top->previous;
    free(a->top);
    a->top = previous;
  }
}

int main(void) {
  struct arena arena = {0};
  struct item { struct item *next; char name[20]; int n; } *list = 0;
  for (int i = 0; i < 25; i++) {
    struct item *one = take(&arena, sizeof *one);
    one->next = list;
    one->n = i;
    snprintf(one->name, sizeof one->name, "item-%d", i * i);
    list = one;
  }
  int total = 0;
  for (struct item *i = list; i; i = i->next)
    total += i->n * (int)strlen(i->name);
  printf("%s %d %d\n", list->next->name, total, arena.blocks);
  release(&arena);
  return arena.blocks;
}
