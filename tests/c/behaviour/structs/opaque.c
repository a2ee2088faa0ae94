// A type whose inside only its own functions know.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

typedef struct stack stack;
stack *stack_new(void);
void stack_push(stack *s, int v);
int stack_pop(stack *s, int *v);
size_t stack_size(const stack *s);
void stack_free(stack *s);

int main(void) {
  stack *s = stack_new();
  for (int i = 0; i < 20; i++)
    stack_push(s, i * i);
  int v, sum = 0;
  while (stack_size(s) > 15 && stack_pop(s, &v))
    printf("%d ", v);
  while (stack_pop(s, &v))
    sum += v;
  printf("%d %d\n", sum, stack_pop(s, &v));
  stack_free(s);
  return 0;
}

struct stack {
  size_t count, room;
  int *items;
};

stack *stack_new(void) { return calloc(1, sizeof(stack)); }

void stack_push(stack *s, int v) {
  if (s->count == s->room)
    s->items = realloc(s->items, (s->room = s->room * 2 + 1) * sizeof *s->items);
  s->items[s->count++] = v;
}

int stack_pop(stack *s, int *v) { return s->count ? *v = s->items[--s->count], 1 : 0; }
size_t stack_size(const stack *s) { return s->count; }

void stack_free(stack *s) {
  free(s->items);
  free(s);
}
