// A dense switch that becomes a table, with a default.
//@ behaviour
#include <stdio.h>

static const char *day(int n) {
  switch (n) {
  case 0:
    return "monday";
  case 1:
    return "tuesday";
  case 2:
    return "wednesday";
  case 3:
    return "thursday";
  case 4:
    return "friday";
  case 5:
  case 6:
    return "weekend";
  default:
    return "never";
  }
}

int main(void) {
  for (int i = -2; i < 9; i++)
    printf("%d %s\n", i, day(i));
  return 0;
}
