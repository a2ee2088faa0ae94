// A ring with links both ways, embedded in records.
//@ behaviour
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct link { struct link *previous, *next; };
struct job { int id; struct link link; char mark; };

#define JOB(l) ((struct job *)((char *)(l)-offsetof(struct job, link)))

static void insert(struct link *after, struct link *l) {
  l->previous = after;
  l->next = after->next;
  l->next->previous = after->next = l;
}

static void unlink_it(struct link *l) {
  l->previous->next = l->next;
  l->next->previous = l->previous;
}

int main(void) {
  struct link ring = {&ring, &ring};
  struct job *jobs[6];
  for (int i = 0; i < 6; i++) {
    jobs[i] = malloc(sizeof(struct job));
    jobs[i]->id = i * 11;
    jobs[i]->mark = (char)('a' + i);
    insert(i % 2 ? &ring : ring.previous, &jobs[i]->link);
  }
  for (struct link *l = ring.next; l != &ring; l = l->next)
    printf("%d%c ", JOB(l)->id, JOB(l)->mark);
  puts("");
  unlink_it(&jobs[2]->link);
  unlink_it(&jobs[5]->link);
  insert(&jobs[0]->link, &jobs[5]->link);
  for (struct link *l = ring.previous; l != &ring; l = l->previous)
    printf("%d%c ", JOB(l)->id, JOB(l)->mark);
  puts("");
  for (int i = 0; i < 6; i++)
    free(jobs[i]);
  return 0;
}
