// An array of variable length, at its length.
//@ verdict: unsafe
#include <klee/klee.h>

int main(void) {
  int n = klee_range(1, 4, "n");
  switch (n) {
  case 1: n = 1; break;
  case 2: n = 2; break;
  default: n = 3;
  }
  char a[n];
  for (int i = 0; i < n; i++)
    a[i] = (char)i;
  return a[n]; //~ ERROR[out-of-bounds]
}
