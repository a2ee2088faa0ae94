// Thread-local variables in the one thread there is.
//@ behaviour
#include <stdio.h>

static _Thread_local int counter = 5;
_Thread_local char buffer[16];
static __thread struct { int a; double b; } pair = {1, 2.5};

static int *where(void) { return &counter; }

int main(void) {
  counter++;
  *where() += 10;
  printf("%d\n", counter);
  snprintf(buffer, sizeof buffer, "<%d>", counter);
  puts(buffer);
  pair.a += (int)pair.b;
  printf("%d %g %d\n", pair.a, pair.b, where() == &counter);
  static _Thread_local int local = 3;
  local *= 2;
  return local;
}

