// A list reversed, sorted by merging and freed.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *l, int v) {
  struct node *n = malloc(sizeof *n);
  n->value = v;
  n->next = l;
  return n;
}

static struct node *reverse(struct node *l) {
  struct node *r = NULL;
  while (l) {
    struct node *next = l->next;
    l->next = r;
    r = l;
    l = next;
  }
  return r;
}

static struct node *merge(struct node *a, struct node *b) {
  struct node head, *tail = &head;
  while (a && b) {
    struct node **least = a->value <= b->value ? &a : &b;
    tail = tail->next = *least;
    *least = (*least)->next;
  }
  tail->next = a ? a : b;
  return head.next;
}

static struct node *sort(struct node *l) {
  if (!l || !l->next)
    return l;
  struct node *slow = l, *fast = l->next;
  while (fast && fast->next)
    slow = slow->next, fast = fast->next->next;
  struct node *half = slow->next;
  slow->next = NULL;
  return merge(sort(l), sort(half));
}

static void print(const struct node *l) {
  for (; l; l = l->next)
    printf("%d ", l->value);
  puts("");
}

int main(void) {
  struct node *l = NULL;
  for (int i = 0; i < 15; i++)
    l = push(l, i * 7 % 16);
  print(l);
  print(l = reverse(l));
  print(l = sort(l));
  while (l) {
    struct node *n = l->next;
    free(l);
    l = n;
  }
  return 0;
}
