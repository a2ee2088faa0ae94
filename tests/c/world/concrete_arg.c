// Arguments that are known, and one that is not.
//@ verdict: unsafe
//@ args: --arg=7 --sym-arg 1
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  assert(argc == 3);
  int a = atoi(argv[1]);
  assert(a == 7);
  if (argv[2][0] == '0' + a)
    assert(0); //~ ERROR[assertion]
  return 0;
}
