// strcmp, strncmp, memcmp and their case-blind kin.
//@ behaviour
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
  const char *list[] = {"", "a", "ab", "abc", "abd", "b", "B", "aB", "\xff", "ab\x80"};
  int n = sizeof list / sizeof *list;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      printf("%2d", sign(strcmp(list[i], list[j])));
    printf(" |");
    for (int j = 0; j < n; j++)
      printf("%2d", sign(strncmp(list[i], list[j], 2)));
    printf(" |");
    for (int j = 0; j < n; j++)
      printf("%2d", sign(strcasecmp(list[i], list[j])));
    puts("");
  }
  printf("%d %d\n", sign(memcmp("a\0b", "a\0c", 3)), sign(memcmp("a\0b", "a\0c", 2)));
  printf("%d %d\n", sign(strncasecmp("HELLO world", "hello WORD", 9)), sign(strncasecmp("HELLO world", "hello WORD", 10)));
  printf("%d\n", sign(strcoll("abc", "abd")));
  return 0;
}
