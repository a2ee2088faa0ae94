// memset, memcpy, memmove, memccpy on overlapping and odd sizes.
//@ behaviour
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static char b[40];

static void reset(void) {
  for (int i = 0; i < 26; i++)
    b[i] = (char)('a' + i);
  b[26] = 0;
}

int main(void) {
  reset();
  memmove(b + 3, b, 10);
  puts(b);
  reset();
  memmove(b, b + 3, 10);
  puts(b);
  reset();
  memmove(b + 5, b + 5, 5);
  puts(b);
  memset(b + 2, '*', 7);
  puts(b);
  memset(b, 0x141, 2);
  puts(b);
  char c[40];
  memcpy(c, b, 27);
  memcpy(c + 1, "0123456789", 5);
  puts(c);
  char *end = memccpy(c, "stop here: rest", ':', 30);
  *end = 0;
  printf("%s %d\n", c, (int)(end - c));
  printf("%d\n", memccpy(c, "none", 'x', 4) == 0);
  int numbers[6] = {1, 2, 3, 4, 5, 6};
  memmove(numbers + 1, numbers, 5 * sizeof *numbers);
  for (int i = 0; i < 6; i++)
    printf("%d ", numbers[i]);
  memset(numbers, 0xff, sizeof numbers);
  printf("%d\n", numbers[3]);
  return 0;
}
