// The end of a list.
//@ verdict: unsafe
#include <klee/klee.h>
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node c = {3, NULL}, b = {2, &c}, a = {1, &b}, *p = &a;
  int n = klee_range(0, 5, "n");
  for (int i = 0; i < n; i++)
    p = p->next; //~ ERROR[null-dereference]
  if (n == 3)
    return p == NULL;
  return p->value;
}
