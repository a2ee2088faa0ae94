// And the other way around: the variable of the caller is not the one of the function.
//@ verdict: safe
#include <klee/klee.h>

struct numbers {
  int all[6];
};

static struct numbers make(struct numbers *out, int index) {
  struct numbers made = {{1, 2, 3, 4, 5, 6}};
  out->all[index] = 40;
  klee_assert(made.all[index] == index + 1);
  return made;
}

int main(void) {
  int index = klee_range(0, 6, "index");
  struct numbers numbers = make(&numbers, index);
  klee_assert(numbers.all[index] == index + 1);
  return 0;
}
