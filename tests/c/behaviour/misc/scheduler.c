// Tasks as closures with their own state, run in turns.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

struct task {
  int (*step)(void *);
  void *state;
  int wake;
  struct task *next;
};

struct countdown { const char *name; int left, pause; };
struct sum { int at, end; long total; };

static int count_step(void *p) {
  struct countdown *c = p;
  printf("%s %d\n", c->name, c->left);
  return c->left-- > 0 ? c->pause : -1;
}

static int sum_step(void *p) {
  struct sum *s = p;
  for (int i = 0; i < 10 && s->at < s->end; i++)
    s->total += s->at++;
  if (s->at < s->end)
    return 1;
  printf("sum %ld\n", s->total);
  return -1;
}

static struct task *queue;

static void schedule(struct task *t, int now) {
  t->wake += now;
  struct task **at = &queue;
  while (*at && (*at)->wake <= t->wake)
    at = &(*at)->next;
  t->next = *at;
  *at = t;
}

static void start(int (*step)(void *), void *state) {
  struct task *t = malloc(sizeof *t);
  *t = (struct task){step, state, 0, NULL};
  schedule(t, 0);
}

int main(void) {
  struct countdown a = {"slow", 3, 7}, b = {"fast", 5, 2};
  struct sum s = {1, 101, 0};
  start(count_step, &a), start(count_step, &b), start(sum_step, &s);
  int now = 0;
  while (queue) {
    struct task *t = queue;
    queue = t->next;
    now = t->wake;
    t->wake = t->step(t->state);
    if (t->wake < 0)
      free(t);
    else
      schedule(t, now);
  }
  return now;
}
