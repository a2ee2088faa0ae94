// The same with a look at the length.
//@ verdict: safe
//@ args: --sym-arg 5
#include <string.h>

int main(int argc, char **argv) {
  char b[4];
  if (argc > 1 && argv[1][0] == 'k' && strlen(argv[1]) < sizeof b)
    strcpy(b, argv[1]);
  return 0;
}
