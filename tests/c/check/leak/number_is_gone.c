// A number that was an address and is overwritten points to nothing.
//@ verdict: unsafe
//@ args: --check leak
#include <stdint.h>
#include <stdlib.h>
uintptr_t marked;
int main(void) {
  marked = (uintptr_t)malloc(8) | 1; //~ ERROR[leak]
  marked = 1;
  return 0;
}
