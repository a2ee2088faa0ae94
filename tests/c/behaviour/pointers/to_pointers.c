// Pointers to pointers that change what the caller sees.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void insert(struct node **at, int value) {
  while (*at && (*at)->value < value)
    at = &(*at)->next;
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = *at;
  *at = n;
}

static void drop(struct node **at, int value) {
  for (; *at; at = &(*at)->next)
    if ((*at)->value == value) {
      struct node *gone = *at;
      *at = gone->next;
      free(gone);
      return;
    }
}

static void swap(const char **a, const char **b) {
  const char *t = *a;
  *a = *b;
  *b = t;
}

int main(void) {
  struct node *head = 0;
  int values[] = {5, 1, 9, 3, 7, 3};
  for (int i = 0; i < 6; i++)
    insert(&head, values[i]);
  drop(&head, 1);
  drop(&head, 7);
  drop(&head, 100);
  for (struct node *n = head; n; n = n->next)
    printf("%d ", n->value);
  const char *x = "left", *y = "right";
  swap(&x, &y);
  printf("%s %s\n", x, y);
  int v = 3, *p = &v, **pp = &p, ***ppp = &pp;
  ***ppp = 8;
  int w = 4;
  **ppp = &w;
  *p += 1;
  printf("%d %d\n", v, w);
  while (head)
    drop(&head, head->value);
  return 0;
}
