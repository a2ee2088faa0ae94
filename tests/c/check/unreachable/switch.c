// A value the switch says cannot be.
//@ verdict: unsafe
//@ replay: native
#include <klee/klee.h>

static int days(int month) {
  switch (month) {
  case 2:
    return 28;
  case 4: case 6: case 9: case 11:
    return 30;
  case 1: case 3: case 5: case 7: case 8: case 10: case 12:
    return 31;
  }
  __builtin_unreachable(); //~ ERROR[unreachable]
}

int main(void) {
  return days(klee_range(1, 14, "month"));
}
