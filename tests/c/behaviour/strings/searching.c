// strchr, strrchr, strstr, memchr, strspn, strcspn, strpbrk.
//@ behaviour
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static const char text[] = "she sells sea shells by the sea shore";

static void show(const char *what, const char *found) {
  if (found)
    printf("%s at %td: %.6s\n", what, found - text, found);
  else
    printf("%s nowhere\n", what);
}

int main(void) {
  show("strchr s", strchr(text, 's'));
  show("strchr y", strchr(text, 'y'));
  show("strchr q", strchr(text, 'q'));
  show("strchr 0", strchr(text, 0));
  show("strrchr s", strrchr(text, 's'));
  show("strstr sea", strstr(text, "sea"));
  show("strstr shells", strstr(text, "shells"));
  show("strstr empty", strstr(text, ""));
  show("strstr missing", strstr(text, "seas"));
  show("second sea", strstr(strstr(text, "sea") + 1, "sea"));
  show("memchr b", memchr(text, 'b', sizeof text));
  show("memchr b too short", memchr(text, 'b', 10));
  show("memrchr h", memrchr(text, 'h', sizeof text));
  show("strpbrk xyz", strpbrk(text, "xyz"));
  show("strchrnul", strchrnul(text, 'Q'));
  show("memmem", memmem(text, sizeof text - 1, "by", 2));
  show("strcasestr", strcasestr(text, "SHORE"));
  printf("%zu %zu\n", strspn(text, "ehs "), strcspn(text, "yb"));
  printf("%zu %zu\n", strspn("aaa", "a"), strcspn("aaa", ""));
  return 0;
}
