// Objects of every shape become inputs, with their values kept apart.
//@ verdict: safe
//@ paths: 4
#include <klee/klee.h>

struct pair {
  short a;
  long b;
};

static unsigned char global[3];

int main(void) {
  struct pair p;
  klee_make_symbolic(&p, sizeof p, "p");
  klee_make_symbolic(global, sizeof global, "global");
  int n = 0;
  if (p.a == -5 && p.b == 1l << 40)
    n = 1;
  if (n && global[2] == 200)
    n = 2;
  return n;
}
