// A table whose entries replace each other where they collide: corrected.
//@ verdict: safe
//@ args: --check=leak
#include <klee/klee.h>
#include <stdlib.h>

static char *slots[4];

static void put(unsigned at, char *value) { slots[at & 3] = value; }

int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_assume((a & 3) != (b & 3));
  put(a, malloc(3));
  put(b, malloc(5));
  return 0;
}
