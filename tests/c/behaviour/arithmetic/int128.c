// The 128-bit integers of the compiler.
//@ behaviour
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 s128;

static void print(u128 n) {
  char text[40];
  int at = 40;
  text[--at] = 0;
  do
    text[--at] = '0' + (int)(n % 10);
  while ((n /= 10) != 0);
  printf("%s\n", text + at);
}

int main(void) {
  u128 f = 1;
  for (int i = 2; i <= 34; i++)
    f *= i;
  print(f);
  print(f >> 64);
  print((u128)0 - 1);
  s128 negative = -(s128)f;
  print((u128)(negative / 1000000007));
  printf("%d\n", (int)(negative % 1009));
  printf("%d %d\n", negative < 0, (s128)f > negative);
  u128 product = (u128)0xfedcba9876543210ull * 0x123456789abcdef1ull;
  printf("%llx %llx\n", (unsigned long long)(product >> 64), (unsigned long long)product);
  printf("%d\n", (int)(negative >> 100));
  printf("%zu\n", sizeof(u128));
  return 0;
}
