// A priority queue of records.
//@ behaviour
#include <stdio.h>

struct task { int priority, order; const char *name; };
static struct task heap[32];
static int count;

static int before(const struct task *a, const struct task *b) {
  return a->priority != b->priority ? a->priority > b->priority : a->order < b->order;
}

static void push(struct task t) {
  int i = count++;
  for (; i && before(&t, &heap[(i - 1) / 2]); i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = t;
}

static struct task pop(void) {
  struct task top = heap[0], last = heap[--count];
  int i = 0, c;
  while ((c = 2 * i + 1) < count) {
    c += c + 1 < count && before(&heap[c + 1], &heap[c]);
    if (!before(&heap[c], &last))
      break;
    heap[i] = heap[c];
    i = c;
  }
  heap[i] = last;
  return top;
}

int main(void) {
  static const char *const names[] = {"write", "read", "sleep", "walk", "cook", "clean", "think"};
  for (int i = 0; i < 21; i++)
    push((struct task){i * 5 % 8, i, names[i % 7]});
  for (int i = 0; i < 5; i++) {
    struct task t = pop();
    printf("%d %d %s\n", t.priority, t.order, t.name);
  }
  push((struct task){100, -1, "urgent"});
  int last = 1000, ordered = 1;
  while (count) {
    struct task t = pop();
    ordered &= t.priority <= last;
    last = t.priority;
  }
  return ordered;
}
