// A list as long as the input says.
//@ verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int int_in(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

struct node { struct node *next; };
int main(void) {
  int n = int_in(0, 6);
  struct node *list = 0;
  for (int i = 0; i < n; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  int length = 0;
  for (struct node *p = list; p; p = p->next)
    length++;
  if (length != n)
    reach_error();
  if (length == 6)
    reach_error(); //~ ERROR[reach-error]
  return 0;
}
