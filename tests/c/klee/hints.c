// What is only a hint changes nothing.
//@ verdict: safe
#include <klee/klee.h>

static int object;

int main(void) {
  int n = klee_int("n");
  klee_prefer_cex(&n, n > 0);
  klee_posix_prefer_cex(&n, n > 0);
  klee_mark_global(&object);
  klee_set_forking(1);
  klee_open_merge();
  if (n > 5)
    object = 1;
  klee_close_merge();
  klee_warning("a warning");
  klee_warning_once("once");
  klee_print_expr("n", n);
  klee_print_range("n", n);
  klee_stack_trace();
  klee_assert(n > 5 == object);
  klee_assert(klee_get_errno() == 0);
  return 0;
}
