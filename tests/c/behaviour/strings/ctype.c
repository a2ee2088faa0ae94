// Every class of characters, and case mapping.
//@ behaviour
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int counts[12] = {0};
  for (int c = 0; c < 128; c++) {
    int bits = !!isalpha(c) | !!isdigit(c) << 1 | !!isalnum(c) << 2 | !!isspace(c) << 3 | !!isupper(c) << 4 |
               !!islower(c) << 5 | !!ispunct(c) << 6 | !!isprint(c) << 7 | !!iscntrl(c) << 8 | !!isxdigit(c) << 9 |
               !!isgraph(c) << 10 | !!isblank(c) << 11;
    for (int i = 0; i < 12; i++)
      counts[i] += bits >> i & 1;
    if (c % 11 == 0 || c == ' ' || c == '\t')
      printf("%d %x %d %d\n", c, bits, toupper(c), tolower(c));
  }
  for (int i = 0; i < 12; i++)
    printf("%d ", counts[i]);
  puts("");
  char text[] = "Hello, World 42!";
  for (char *p = text; *p; p++)
    *p = (char)(isupper((unsigned char)*p) ? tolower((unsigned char)*p) : toupper((unsigned char)*p));
  puts(text);
  printf("%d %d\n", isalpha(EOF), toupper(EOF));
  return 0;
}
