// Arguments for clang.
//@ verdict: unsafe
//@ args: -- -DLIMIT=3 -std=c11
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, LIMIT + 1, "n");
  _Static_assert(__STDC_VERSION__ == 201112, "C11");
  if (n == 3)
    assert(0); //~ ERROR[assertion]
  return 0;
}
