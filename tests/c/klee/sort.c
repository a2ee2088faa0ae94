// Two sorts against each other, as KLEE's examples have it; what is printed on the way does not multiply the paths.
//@ verdict: unsafe
//@ replay: all
//@ paths[loops=unroll]: 24
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 4 };

static void show(const char *name, const int *numbers) {
  printf("%s: [%d, %d, %d, %d]\n", name, numbers[0], numbers[1], numbers[2], numbers[3]);
}

static void insert(int *sorted, unsigned count, int item) {
  unsigned at = 0;
  for (; at != count; at++) {
    if (sorted[at] > item) {
      memmove(&sorted[at + 1], &sorted[at], sizeof *sorted * (count - at));
      break;
    }
  }
  sorted[at] = item;
}

static void by_insertion(int *numbers) {
  int *sorted = malloc(sizeof *sorted * COUNT);
  for (unsigned i = 0; i < COUNT; i++) insert(sorted, i, numbers[i]);
  memcpy(numbers, sorted, sizeof *sorted * COUNT);
  free(sorted);
}

// Goes through the numbers once, and once is not enough.
static void by_bubbles(int *numbers) {
  for (unsigned i = 0; i + 1 < COUNT; i++) {
    if (numbers[i] > numbers[i + 1]) {
      int larger = numbers[i];
      numbers[i] = numbers[i + 1];
      numbers[i + 1] = larger;
    }
  }
}

int main(void) {
  int input[COUNT], a[COUNT], b[COUNT];
  klee_make_symbolic(input, sizeof input, "input");
  show("input", input);
  memcpy(a, input, sizeof a);
  memcpy(b, input, sizeof b);
  by_insertion(a);
  by_bubbles(b);
  show("by insertion", a);
  show("by bubbles", b);
  for (unsigned i = 0; i < COUNT; i++) assert(a[i] == b[i]); //~ ERROR[assertion]
  return 0;
}
