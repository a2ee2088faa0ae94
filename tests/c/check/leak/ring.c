// Whatever node of a ring is kept, all the others can be reached from it.
//@ verdict: safe
//@ args: --check=leak
#include <klee/klee.h>
#include <stdlib.h>

enum { COUNT = 6 };

struct node {
  struct node *next;
};

static struct node *kept;

int main(void) {
  struct node *nodes[COUNT];
  for (int i = 0; i < COUNT; i++) {
    nodes[i] = malloc(sizeof(struct node));
  }
  for (int i = 0; i < COUNT; i++) {
    nodes[i]->next = nodes[(i + 1) % COUNT];
  }
  kept = nodes[klee_range(0, COUNT, "k")];
  return 0;
}
