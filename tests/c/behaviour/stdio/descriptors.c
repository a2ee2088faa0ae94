// open, write, lseek, read and close.
//@ behaviour
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  int fd = open("raw.bin", O_RDWR | O_CREAT | O_TRUNC, 0644);
  const char *text = "descriptor bytes";
  printf("%d\n", (int)write(fd, text, strlen(text)));
  printf("%d\n", (int)lseek(fd, 4, SEEK_SET));
  char b[32] = "";
  printf("%d ", (int)read(fd, b, 6));
  printf("%s\n", b);
  printf("%d\n", (int)lseek(fd, 0, SEEK_CUR));
  struct stat s;
  printf("%d ", fstat(fd, &s));
  printf("%d\n", (int)s.st_size);
  printf("%d\n", ftruncate(fd, 5));
  lseek(fd, 0, SEEK_SET);
  memset(b, 0, sizeof b);
  printf("%d ", (int)read(fd, b, sizeof b));
  printf("%s\n", b);
  int copy = dup(fd);
  close(fd);
  printf("%d\n", (int)write(copy, "!", 1));
  printf("%d\n", (int)lseek(copy, 0, SEEK_END));
  close(copy);
  printf("%d %d\n", close(copy), unlink("raw.bin"));
  printf("%d\n", open("raw.bin", O_RDONLY));
  fflush(stdout);
  return write(STDOUT_FILENO, "raw\n", 4) != 4;
}
