// Where a value is in an array, and how many elements are larger than it.
#include <klee/klee.h>

static int numbers[16];

int main(void) {
  unsigned length, value, at = 0, larger = 0;
  klee_make_symbolic(&length, sizeof length, "length");
  klee_make_symbolic(&value, sizeof value, "value");
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  klee_assume(length <= 16);
  while (at < length && numbers[at] != (int)value)
    at++;
  for (unsigned i = 0; i < length; i++)
    if (numbers[i] > (int)value)
      larger++;
  return at < length && larger == length;
}
