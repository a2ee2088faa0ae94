// The size of a picture: corrected.
//@ verdict: safe
//@ args: --check=overflow
#include <klee/klee.h>

int main(void) {
  short w, h;
  klee_make_symbolic(&w, sizeof w, "w");
  klee_make_symbolic(&h, sizeof h, "h");
  klee_assume(w > 0 & h > 0);
  return (long)w * h * 4 > 100;
}
