// Pointers, records, strings, floats, globals and heap objects that differ.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs merge=never,always,qce,qce-recursive,dynamic
//@ replay: native
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int x;
  char tag;
  struct node *next;
};

static int calls;
static double ratio;

static int sign(int a) {
  if (a > 3) {
    calls++;
    return a;
  }
  return -a;
}

int main(void) {
  int a, b, c;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  struct node p = {1, 'a', 0}, q = {2, 'b', 0};
  struct node *r = a > 0 ? &p : &q;
  if (b > 5) {
    p.next = &q;
    ratio = 1.5;
  } else {
    q.next = &p;
    ratio = 2.5;
  }
  char text[16];
  strcpy(text, c ? "hello" : "hi");
  int s = (sign(a) & 7) + (sign(b) & 7);
  if (r->next) {
    s += r->next->x;
  }
  if (c == 7) {
    r->tag = 'z';
  }
  int *h = malloc(sizeof *h);
  if (!h) {
    return 0;
  }
  *h = 5;
  if (a == 3) {
    *h = 6;
  }
  assert(*h == 5 || a == 3);
  assert(p.tag != 'z' || a > 0);
  assert(strlen(text) == (c ? 5u : 2u));
  assert(calls <= 2 && ratio > 1.0);
  if (*h == 6 && c == 7 && b > 100 && calls == 1) {
    return 10 / (p.x - 1); //~ ERROR[division-by-zero]
  }
  free(h);
  return s;
}
