// Reading floating point numbers.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

static void show(const char *s) {
  char *end;
  double d = strtod(s, &end);
  printf("[%s] %.17g rest [%s]\n", s, d, end);
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
  return 0;
}
