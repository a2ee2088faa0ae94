// A finding of the harness's own.
//@ verdict: unsafe
#include <klee/klee.h>

static void check(int n) {
  if (n * n == 144)
    klee_report_error(__FILE__, __LINE__, "a square", "user"); //~ ERROR[assertion]
}

int main(void) {
  check(klee_range(0, 100, "n"));
  return 0;
}
