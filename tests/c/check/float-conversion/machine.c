// A number that does not fit is what the machine makes of it: the lowest one.
//@ verdict: unsafe
#include <klee/klee.h>
int main(void) {
  float price;
  klee_make_symbolic(&price, sizeof price, "price");
  if (!(price >= 0))
    return 1;
  int table[4] = {0}, at = (int)(price / 1000);
  if (at >= 4)
    return 2;
  return table[at]; //~ ERROR[out-of-bounds]
}
