// strtok, strtok_r and strsep.
//@ behaviour
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
  char a[] = "  one, two,,three ;four";
  int n = 0;
  for (char *t = strtok(a, " ,;"); t; t = strtok(NULL, " ,;"))
    printf("%d [%s]\n", n++, t);
  char b[] = "k1=v1;k2=v2;k3=;=v4";
  char *outer, *inner;
  for (char *pair = strtok_r(b, ";", &outer); pair; pair = strtok_r(NULL, ";", &outer)) {
    char *key = strtok_r(pair, "=", &inner), *value = strtok_r(NULL, "=", &inner);
    printf("%s -> %s\n", key, value ? value : "(none)");
  }
  char c[] = "a::b:c::", *rest = c, *field;
  while ((field = strsep(&rest, ":")))
    printf("[%s]", field);
  puts("");
  char d[] = ";;;";
  printf("%d\n", strtok(d, ";") == NULL);
  char e[] = "x y";
  printf("%s", strtok(e, " "));
  printf("%s", strtok(NULL, "z"));
  printf("%d\n", strtok(NULL, " ") == NULL);
  return n;
}
