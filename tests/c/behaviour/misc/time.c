// Calendar times of fixed instants.
//@ behaviour
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t list[] = {0, 951782400, 1700000000, 4102444800, -86400};
  for (int i = 0; i < 5; i++) {
    struct tm *t = gmtime(&list[i]);
    printf("%04d-%02d-%02d %02d:%02d:%02d %d %d\n", t->tm_year + 1900, t->tm_mon + 1, t->tm_mday, t->tm_hour, t->tm_min,
           t->tm_sec, t->tm_wday, t->tm_yday);
  }
  char b[64];
  struct tm t;
  gmtime_r(&list[2], &t);
  size_t n = strftime(b, sizeof b, "%Y/%m/%d %H:%M:%S %a %B %j %%", &t);
  printf("%zu %s\n", n, b);
  printf("%s", asctime(&t));
  printf("%g\n", difftime(list[2], list[1]));
  time_t now = time(NULL);
  printf("%d %d\n", now > 1600000000, clock() >= 0);
  return 0;
}
