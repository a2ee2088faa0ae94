// Printing a number looks at it.
//@ verdict: unsafe
//@ args: --sym-arg 1
#include <stdio.h>
int main(int argc, char **argv) {
  int v;
  long w;
  struct {
    char c;
    int i;
  } padded = {.c = 1};
  padded.i = 2;
  switch (argv[1][0]) {
  case 'a':
    printf("%d\n", v); //~ ERROR[uninitialized]
    break;
  case 'b':
    printf("%d %5lx\n", argc, w); //~ ERROR[uninitialized]
    break;
  case 'c':
    fprintf(stderr, "%u", v & 16); //~ ERROR[uninitialized]
    break;
  case 'd':
    printf("%d\n", v & 0);
    break;
  default:
    // The bytes between members go out as they are.
    fwrite(&padded, sizeof padded, 1, stdout);
  }
  return 0;
}
