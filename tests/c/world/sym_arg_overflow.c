// An argument copied to a buffer that is too small.
//@ verdict: unsafe
//@ args: --sym-arg 5
#include <string.h>

int main(int argc, char **argv) {
  char b[4];
  if (argc > 1 && argv[1][0] == 'k')
    strcpy(b, argv[1]); //~ ERROR[out-of-bounds]
  return 0;
}
