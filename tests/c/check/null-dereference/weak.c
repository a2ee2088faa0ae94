// A function and an object that nobody has to define: null here.
//@ verdict: unsafe
#include <assert.h>

extern int absent(int) __attribute__((weak));
extern int missing __attribute__((weak));
extern char *getenv(const char *) __attribute__((weak));
static int (*const table[])(int) = {absent};

int main(int argc, char **argv) {
  assert(!absent && !&missing && !table[0]);
  assert(getenv && !getenv("none"));
  if (absent) return absent(1);
  return absent(2); //~ ERROR[null-dereference]
}
