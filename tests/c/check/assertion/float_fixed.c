// A sum of tenths is not one: corrected.
//@ verdict: safe
#include <assert.h>

int main(void) {
  double sum = 0;
  for (int i = 0; i < 10; i++)
    sum += 0.1;
  assert(sum > 0.999 && sum < 1.001);
  return 0;
}
