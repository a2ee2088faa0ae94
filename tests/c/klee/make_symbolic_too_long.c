// An object is made symbolic that is shorter than it was said to be: natively the input does not fit either.
//@ verdict: unsafe
//@ replay: native
#include <klee/klee.h>

int main(void) {
  char name[3], kind;
  klee_make_symbolic(&kind, sizeof kind, "kind");
  if (kind == 'x')
    klee_make_symbolic(name, 5, "name"); //~ ERROR[out-of-bounds]
  return 0;
}
