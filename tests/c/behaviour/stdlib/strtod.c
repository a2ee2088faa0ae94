// Reading floating point numbers.
//@ behaviour
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static void show(const char *s) {
  char *end;
  double d = strtod(s, &end);
  printf("[%s] %.17g rest [%s]\n", s, d, end);
}

/* Where there is no number errno stays what it was. */
static void show_errors(const char *s) {
  char *end;
  errno = 0;
  double d = strtod(s, &end);
  int first = errno;
  errno = E2BIG;
  float f = strtof(s, NULL);
  int second = errno == E2BIG ? 0 : errno;
  errno = E2BIG;
  int third = (strtold(s, NULL), errno == E2BIG ? 0 : errno);
  printf("[%s] %g %g %ld %d %d %d\n", s, d, f, (long)(end - s), first == ERANGE, second == ERANGE, third);
  if (first != ERANGE) printf("%d\n", first);
}

int main(void) {
  show("1");
  show("-2.5");
  show("  3.14159 rest");
  show(".5");
  show("5.");
  show("1e3");
  show("1e-3x");
  show("1e");
  show("0x1.8p3");
  show("inf");
  show("-INFINITY!");
  show("abc");
  show("1e400");
  show("4.9e-324");
  show("0.1");
  show("123456789012345678901234567890");
  show("2.2250738585072014e-308");
  printf("%.9g %g\n", (double)strtof("0.1", NULL), atof("7.25kg"));
  show_errors("");
  show_errors("  x");
  show_errors("+.e1");
  show_errors("in");
  show_errors("0e");
  show_errors("12");
  errno = 0;
  wchar_t *end;
  double d = wcstod(L"-", &end);
  printf("%g %d\n", d, errno);
  float f = 9;
  int n = sscanf("+", "%f", &f);
  printf("%d %g %d\n", n, f, errno);
  n = sscanf("x", "%f", &f);
  printf("%d %g %d\n", n, f, errno);
  n = sscanf("1.5e2,x", "%f,%f", &f, &f);
  printf("%d %g %d\n", n, f, errno);
  return 0;
}
