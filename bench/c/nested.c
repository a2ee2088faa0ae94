/* Sorts five unknown numbers: nested loops whose tests depend on the inputs. */
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  enum { COUNT = 5 };
  int numbers[COUNT];
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  for (int i = 1; i < COUNT; i++)
    for (int j = i; j > 0 && numbers[j - 1] > numbers[j]; j--) {
      int swap = numbers[j];
      numbers[j] = numbers[j - 1];
      numbers[j - 1] = swap;
    }
  for (int i = 1; i < COUNT; i++) assert(numbers[i - 1] <= numbers[i]);
  return 0;
}
