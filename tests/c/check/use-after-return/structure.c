// What is returned is a copy: the pointer in it still points into the variable of the function.
//@ verdict: unsafe
#include <klee/klee.h>

struct cursor {
  int numbers[6], *at;
};

static struct cursor start(int index) {
  struct cursor cursor = {{1, 2, 3, 4, 5, 6}, 0};
  cursor.at = &cursor.numbers[index];
  return cursor;
}

int main(void) {
  struct cursor cursor = start(klee_range(0, 2, "index"));
  return *cursor.at; //~ ERROR[use-after-return]
}
