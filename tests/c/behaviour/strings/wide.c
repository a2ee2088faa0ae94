// Wide strings and their lengths.
//@ behaviour
#include <stdio.h>
#include <wchar.h>

int main(void) {
  const wchar_t *w = L"wide \u00e4\u20ac";
  printf("%zu %zu\n", wcslen(w), sizeof(wchar_t));
  for (const wchar_t *p = w; *p; p++)
    printf("%x ", (unsigned)*p);
  puts("");
  wchar_t b[32];
  wcscpy(b, L"abc");
  wcscat(b, L"def");
  printf("%d %d\n", wcscmp(b, L"abcdef"), wcscmp(b, L"abcdeg") < 0);
  wchar_t *f = wcschr(b, L'd');
  printf("%d %d\n", (int)(f - b), (int)(wcsstr(b, L"cd") - b));
  wmemset(b, L'z', 3);
  printf("%c%c\n", (char)b[2], (char)b[3]);
  unsigned short u16[] = u"\U0001f600";
  unsigned u32[] = U"\U0001f600";
  printf("%zu %x %x %zu %x\n", sizeof u16, u16[0], u16[1], sizeof u32, u32[0]);
  char u8[] = u8"\u20ac";
  printf("%zu %d\n", sizeof u8, L'\u20ac' == u32[0]);
  return 0;
}
