// Texts with widths and precisions.
//@ behaviour
#include <stdio.h>

int main(void) {
  const char *s = "string";
  printf("[%s] [%10s] [%-10s] [%.3s] [%10.3s] [%-10.3s]\n", s, s, s, s, s, s);
  printf("[%.*s] [%*s] [%-*s] [%.0s] [%.10s]\n", 2, s, 8, s, 8, s, s, s);
  char raw[4] = {'r', 'a', 'w', '!'};
  printf("[%.4s] [%c%c]\n", raw, raw[0], 65);
  printf("[%s]\n", "");
  printf("%%|%5s|%-5s|%s\n", "ab", "cd", "ef");
  putchar('p');
  putc('q', stdout);
  fputc('r', stdout);
  fputs("puts without end", stdout);
  puts("");
  fwrite("written bytes\n", 1, 8, stdout);
  fwrite("\n", 1, 1, stdout);
  char b[16];
  int n = snprintf(b, sizeof b, "%s and more than fits", s);
  printf("%d [%s]\n", n, b);
  n = sprintf(b, "%d-%d", 12, 34);
  printf("%d [%s]\n", n, b);
  n = snprintf(NULL, 0, "%1000d", 1);
  printf("%d\n", n);
  return 0;
}
