// Enumerations with explicit, negative and repeated values.
//@ behaviour
#include <stdio.h>

enum level { LOW = -5, MIDDLE, HIGH = 10, HIGHER, ALSO_HIGH = 10, HUGE_ONE = 1 << 30 };
enum flags { A = 1, B = A << 1, C = B << 1, ALL = A | B | C };
enum { LENGTH = sizeof(int) * 3, LETTER = 'x' };

static const char *name(enum level l) {
  switch (l) {
  case LOW:
    return "low";
  case MIDDLE:
    return "middle";
  case HIGH:
    return "high";
  case HIGHER:
    return "higher";
  case HUGE_ONE:
    return "huge";
  }
  return "?";
}

int main(void) {
  enum level list[] = {LOW, MIDDLE, HIGH, HIGHER, ALSO_HIGH, HUGE_ONE, 3};
  for (unsigned i = 0; i < sizeof list / sizeof *list; i++)
    printf("%d %s\n", list[i], name(list[i]));
  enum flags f = A | C;
  f &= ~A;
  f |= B;
  printf("%d %d %d\n", f, f == ALL, (f & B) != 0);
  char buffer[LENGTH];
  printf("%zu %c %d\n", sizeof buffer, LETTER, LOW < 0u);
  enum level l = LOW;
  l++;
  printf("%s\n", name(l));
  return 0;
}

