// Clang folds these when it compiles; they are evaluated, and wrong, on some paths only. No warning is shown, and one of them
// cannot be.
//@ verdict: unsafe
//@ replay: native
//@ args: -- -w
#include <klee/klee.h>
#include <limits.h>

#define BLOCK 0
#define BITS 32

static int same(int n) { return n; }

int main(void) {
  unsigned mask = 0;
  int n = klee_range(0, 10, "n"), chosen = n == 1 ? 1 / BLOCK : 2; //~ ERROR[division-by-zero]
  if (n == 2)
    mask = (1u << BITS) - 1; //~ ERROR[shift-out-of-range]
  if (n == 3)
    return same(5 % BLOCK); //~ ERROR[division-by-zero]
  if (n == 4)
    return 4096 / BLOCK + n; //~ ERROR[division-by-zero]
  if (n == 5)
    return INT_MIN / -1; //~ ERROR[signed-overflow]
  if (n > 10)
    return 1 / BLOCK;
  return sizeof(1 / BLOCK) + chosen + (mask & 1);
}
