/* A linked list through an unknown index: every node may be meant. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  enum { COUNT = 12 };
  struct node *nodes[COUNT];
  for (int i = 0; i < COUNT; i++) {
    nodes[i] = malloc(sizeof(struct node));
    nodes[i]->value = i * 3;
    nodes[i]->next = i ? nodes[i - 1] : NULL;
  }
  unsigned first, second;
  klee_make_symbolic(&first, sizeof first, "first");
  klee_make_symbolic(&second, sizeof second, "second");
  klee_assume(first < COUNT);
  klee_assume(second < COUNT);
  nodes[first]->value += 1;
  int sum = 0, steps = 0;
  for (struct node *node = nodes[second]; node; node = node->next) {
    sum += node->value;
    steps++;
  }
  assert(steps <= COUNT);
  if (sum == 100) return 1;
  return 0;
}
