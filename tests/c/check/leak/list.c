// The head of a list is freed, its tail is not.
//@ verdict: unsafe
//@ args: --check=leak
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *head = malloc(sizeof *head);
  head->next = malloc(sizeof *head); //~ ERROR[leak]
  head->next->next = NULL;
  free(head);
  return 0;
}
