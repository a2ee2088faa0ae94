// The head of a list is freed, its tail is not: corrected.
//@ verdict: safe
//@ args: --check=leak
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *head = malloc(sizeof *head);
  head->next = malloc(sizeof *head);
  head->next->next = NULL;
  free(head->next);
  free(head);
  return 0;
}
