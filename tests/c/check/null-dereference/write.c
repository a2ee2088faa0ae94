// A write through null with a small offset.
//@ verdict: unsafe
#include <stddef.h>
#include <klee/klee.h>

struct big {
  char padding[100];
  int member;
};

static struct big object;

int main(void) {
  struct big *p = klee_int("n") == 42 ? NULL : &object;
  p->member = 1; //~ ERROR[null-dereference]
  return 0;
}
