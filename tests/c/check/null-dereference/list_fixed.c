// The end of a list: corrected.
//@ verdict: safe
#include <klee/klee.h>
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node c = {3, NULL}, b = {2, &c}, a = {1, &b}, *p = &a;
  int n = klee_range(0, 5, "n");
  for (int i = 0; i < n && p->next; i++)
    p = p->next;
  return p->value;
}
