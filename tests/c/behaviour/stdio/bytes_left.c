// How many bytes are left to read: FIONREAD of pipes and files.
//@ behaviour
//@ stdin: twelve bytes
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void show(int fd) {
  int n = -1;
  errno = 0;
  int result = ioctl(fd, FIONREAD, &n);
  printf("%d %d %d\n", result, n, errno);
}

int main(void) {
  char bytes[8];
  printf("%d ", (int)read(0, bytes, 1)); /* everything is there by then */
  usleep(100000);
  show(0);
  printf("%d ", (int)read(0, bytes, 5));
  show(0);
  while (read(0, bytes, 8) > 0) {
  }
  show(0);
  int ends[2];
  if (pipe(ends)) return 1;
  show(ends[0]);
  write(ends[1], "abcde", 5);
  show(ends[0]);
  read(ends[0], bytes, 2);
  show(ends[0]);
  show(ends[1]);
  int file = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
  write(file, "0123456789", 10);
  show(file);
  lseek(file, 4, SEEK_SET);
  show(file);
  show(77);
  int null = open("/dev/null", O_RDWR);
  show(null);
  close(file);
  unlink("file");
  return 0;
}
