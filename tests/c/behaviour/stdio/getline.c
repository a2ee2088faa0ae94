// Lines of any length, and their numbers.
//@ behaviour
//@ stdin: alpha beta
//@ stdin: a considerably longer line than the one before it was, so that the buffer has to grow at least once or twice
//@ stdin: end
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  int number = 0;
  while ((n = getline(&line, &room, stdin)) > 0) {
    line[strcspn(line, "\n")] = 0;
    printf("%2d %3zd %.20s\n", ++number, n, line);
  }
  printf("%zd %d\n", n, room >= 100);
  free(line);
  return 0;
}
