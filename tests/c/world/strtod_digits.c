// Three characters as a number: digits, points, signs and exponents that depend on inputs.
//@ verdict: unsafe
//@ args: --sym-arg 3
//@ matrix: search=bfs loops=fold
#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  double d = strtod(argv[1], 0);
  if (d > 1e9)
    return argv[1][0] == 'i' || argv[1][0] == 'I' ? 1 : 2;
  assert(d != 2.5); //~ ERROR[assertion]
  assert(d != 3e7); //~ ERROR[assertion]
  return 0;
}
