// strlen, strnlen, strcpy, strncpy, stpcpy and their ends.
//@ behaviour
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static void dump(const char *s, int n) {
  for (int i = 0; i < n; i++)
    putchar(s[i] ? s[i] : '.');
  putchar('\n');
}

int main(void) {
  printf("%zu %zu %zu\n", strlen(""), strlen("four"), strlen("with\0zero"));
  printf("%zu %zu\n", strnlen("four", 2), strnlen("four", 10));
  char b[12];
  memset(b, '#', sizeof b);
  strcpy(b, "copy");
  dump(b, 12);
  memset(b, '#', sizeof b);
  strncpy(b, "copy", 8);
  dump(b, 12);
  memset(b, '#', sizeof b);
  strncpy(b, "longer than", 6);
  dump(b, 12);
  char *end = stpcpy(b, "one");
  end = stpcpy(end, "two");
  printf("%s %d\n", b, (int)(end - b));
  memset(b, '#', sizeof b);
  end = stpncpy(b, "ab", 5);
  dump(b, 12);
  printf("%d\n", (int)(end - b));
  end = mempcpy(b, "xyz", 3);
  printf("%d %c\n", (int)(end - b), *b);
  char *d = strdup("duplicate"), *e = strndup("duplicate", 3);
  d[0] = 'D';
  printf("%s %s\n", d, e);
  return 0;
}
