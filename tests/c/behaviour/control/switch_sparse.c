// Sparse labels of 64 bits, negative ones and ranges.
//@ behaviour
#include <stdio.h>
#include <limits.h>

static int sparse(long long n) {
  switch (n) {
  case LLONG_MIN:
    return 1;
  case -5000000000:
    return 2;
  case -1:
    return 3;
  case 0x100000000:
    return 4;
  case LLONG_MAX:
    return 5;
  }
  return 0;
}

static int range(unsigned char c) {
  switch (c) {
  case '0' ... '9':
    return 'd';
  case 'a' ... 'z':
  case 'A' ... 'Z':
    return 'l';
  case 128 ... 255:
    return 'h';
  default:
    return '-';
  }
}

int main(void) {
  long long list[] = {LLONG_MIN, LLONG_MIN + 1, -5000000000, -705032704, -1, 4294967295, 0, 0x100000000, LLONG_MAX};
  for (int i = 0; i < 9; i++)
    printf("%d ", sparse(list[i]));
  puts("");
  for (int c = 0; c < 256; c += 7)
    putchar(range((unsigned char)c));
  puts("");
  return 0;
}
