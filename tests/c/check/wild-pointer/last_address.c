// The very last address is in no object either.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  char *p;
  klee_make_symbolic(&p, sizeof p, "p");
  klee_assume((unsigned long)p > 0xfffffffffffffff0);
  return *p; //~ ERROR[wild-pointer]
}
