// They wrap around if nobody asks.
//@ verdict: safe
#include <assert.h>
#include <limits.h>

int main(void) {
  assert(INT_MAX + 1 == INT_MIN);
  assert(24 * 60 * 60 * 1000 * 1000 == 500654080);
  return 0;
}
