// The arguments as they were given, and the end of argv.
//@ behaviour
//@ arg: 10
//@ arg: +
//@ arg: 32
//@ arg: with spaces and "quotes"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
  printf("%d %d\n", argc, argv[argc] == NULL);
  for (int i = 1; i < argc; i++)
    printf("%zu [%s]\n", strlen(argv[i]), argv[i]);
  int a = atoi(argv[1]), b = atoi(argv[3]);
  switch (argv[2][0]) {
  case '+':
    printf("%d\n", a + b);
    break;
  case '-':
    printf("%d\n", a - b);
  }
  argv[1][0] = '9';
  puts(argv[1]);
  return a + b;
}
