// Pointers put together from numbers, different ones on each path: joined, they are numbers still, and where they point is
// looked up when they are used.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs merge=never,always,dynamic,qce-recursive turns=off
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  uintptr_t link; // the address of the one before xor the address of the one after
  int value;
};

int main(void) {
  struct node *nodes[3];
  for (int i = 0; i < 3; i++) {
    nodes[i] = malloc(sizeof *nodes[i]);
    nodes[i]->value = i;
  }
  nodes[0]->link = (uintptr_t)nodes[1];
  nodes[1]->link = (uintptr_t)nodes[0] ^ (uintptr_t)nodes[2];
  nodes[2]->link = (uintptr_t)nodes[1];
  int backwards = klee_range(0, 2, "backwards"), sum = 0;
  struct node *before = 0, *now = backwards ? nodes[2] : nodes[0];
  while (now) {
    sum = 10 * sum + now->value;
    struct node *after = (struct node *)(now->link ^ (uintptr_t)before);
    before = now;
    now = after;
  }
  assert(sum == (backwards ? 210 : 12));
  assert(before == (backwards ? nodes[0] : nodes[2]));
  free(before);
  return nodes[0]->value; //~ ERROR[use-after-free]
}
