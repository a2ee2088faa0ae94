// One value of an expression, which stays free.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  klee_assume(n > 10 & n < 13);
  int v = klee_get_value_i32(n);
  klee_assert(v == 11 || v == 12);
  klee_assert(klee_get_valuel(77) == 77);
  klee_assert(klee_get_valuell(-1) == -1);
  klee_assert(klee_get_value_i64(1l << 40) == 1l << 40);
  klee_assert(klee_get_valued(2.5) == 2.5);
  klee_assert(klee_get_valuef(0.5f) == 0.5f);
  if (n == 12)
    klee_assert(0); //~ ERROR[assertion]
  return 0;
}
