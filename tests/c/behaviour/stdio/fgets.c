// Lines of the input, long ones in pieces.
//@ behaviour
//@ stdin: short
//@ stdin: a line that is longer than the buffer
//@ stdin:
//@ stdin: last
#include <stdio.h>
#include <string.h>

int main(void) {
  char b[12];
  int n = 0;
  while (fgets(b, sizeof b, stdin)) {
    size_t length = strlen(b);
    int whole = length && b[length - 1] == '\n';
    if (whole)
      b[length - 1] = 0;
    printf("%d [%s] %s\n", n++, b, whole ? "ends" : "goes on");
  }
  printf("%d\n", fgets(b, sizeof b, stdin) == NULL);
  return n;
}
