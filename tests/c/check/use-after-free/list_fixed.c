// A list whose nodes are freed while it is walked: corrected.
//@ verdict: safe
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
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
