// The C locale and its conversions of characters.
//@ behaviour
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  printf("%s\n", setlocale(LC_ALL, "C"));
  struct lconv *l = localeconv();
  printf("[%s] [%s]\n", l->decimal_point, l->thousands_sep);
  wchar_t w[16];
  size_t n = mbstowcs(w, "plain", 16);
  printf("%zu %d\n", n, w[4] == L'n');
  char b[16];
  n = wcstombs(b, L"back", sizeof b);
  printf("%zu %s\n", n, b);
  printf("%d\n", mblen("a", 1));
  printf("%d\n", strcoll("a", "b") < 0);
  char x[8];
  printf("%zu %s\n", strxfrm(x, "abc", sizeof x), "abc");
  printf("%d\n", toupper('q'));
  return 0;
}
