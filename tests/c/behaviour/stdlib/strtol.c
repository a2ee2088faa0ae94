// strtol and its kin in many bases, with ends and overflow.
//@ behaviour
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *s, int base) {
  char *end;
  errno = 0;
  long n = strtol(s, &end, base);
  printf("[%s] %d: %ld rest [%s] %s\n", s, base, n, end, errno == ERANGE ? "range" : "ok");
}

int main(void) {
  show("123", 10);
  show("  -45xyz", 10);
  show("+7", 10);
  show("0x1F", 16);
  show("0x1F", 0);
  show("017", 0);
  show("1010102", 2);
  show("zz", 36);
  show("9223372036854775807", 10);
  show("9223372036854775808", 10);
  show("-9223372036854775809", 10);
  show("", 10);
  show("-", 10);
  show("0x", 16);
  printf("%lu\n", strtoul("4294967296", NULL, 10));
  printf("%lu\n", strtoul("-1", NULL, 10));
  printf("%llu\n", strtoull("ffffffffffffffff", NULL, 16));
  printf("%lld\n", strtoll("-777", NULL, 8));
  printf("%d %d %ld %lld\n", atoi("  42abc"), atoi("-x"), atol("-99"), atoll("123456789012"));
  return 0;
}
