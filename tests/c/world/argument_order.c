// Arguments come in the order of the command line, whatever they are.
//@ args: --sym-arg 1 --arg -n --sym-args 1 1 2 --arg last
//@ verdict: unsafe
//@ replay: native
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc == 5);
  assert(strlen(argv[1]) <= 1 && !strcmp(argv[2], "-n") && strlen(argv[3]) <= 2 && !strcmp(argv[4], "last"));
  if (argv[1][0] == 'a' && argv[3][0] == 'b')
    assert(0); //~ ERROR[assertion]
  return 0;
}
