// Error numbers and their texts in comparisons.
//@ behaviour
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  errno = 0;
  FILE *f = fopen("no/such/file", "r");
  printf("%d %d\n", f == NULL, errno == ENOENT);
  errno = 0;
  int closed = close(77);
  printf("%d %d\n", closed, errno == EBADF);
  errno = 0;
  strtol("99999999999999999999", NULL, 10);
  printf("%d\n", errno == ERANGE);
  errno = 0;
  strtol("7", NULL, 10);
  printf("%d\n", errno);
  errno = EINVAL;
  int saved = errno;
  errno = 0;
  printf("%d %s\n", saved == EINVAL, strerror(ENOENT));
  int *p = &errno;
  *p = 5;
  printf("%d\n", errno);
  printf("%d\n", open("missing", O_RDONLY) == -1 && errno == ENOENT);
  return 0;
}
