// Numbers that depend on inputs are printed without a fork, whatever their length, and their length is right. Each test
// case is run natively, and has to print what we say.
//@ verdict: unsafe
//@ replay: all
//@ paths[loops=unroll]: 8
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
  int a;
  long b;
  unsigned char c;
  short h;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&h, sizeof h, "h");
  int count = printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%x|%X|%o|%08x|\n", a, a, a, a, a, a, a, a, a, a, a, a);
  printf("%ld %lu %lx %20ld %-20ld| %zx\n", b, b, b, b, b, b);
  printf("%u %02x %hhd %hhx %hd %hu %5hd %.0d|\n", c, c, c, c, h, h, h, c);
  fprintf(stderr, "%d\n", a);
  if (c == 0) return 3;
  if (a < 0 && b < 0 && h < 0) return 4;
  if (b > 1000000000000000000) return 5;
  assert(count > 40 && count != 89); //~ ERROR[assertion]
  return 0;
}
