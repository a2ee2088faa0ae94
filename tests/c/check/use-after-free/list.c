// A list whose nodes are freed while it is walked.
//@ verdict: unsafe
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void destroy(struct node *list) {
  for (; list; list = list->next) //~ ERROR[use-after-free]
    free(list);
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = list;
    list = n;
  }
  destroy(list);
  return 0;
}
