// Integer, character and floating constants in every notation.
//@ behaviour
#include <stdio.h>

int main(void) {
  printf("%d %d %d %d\n", 100, 0144, 0x64, 0b1100100);
  printf("%u %lu %llu %ld\n", 4294967295u, 18446744073709551615ul, 0xffffffffffffffffull, -9223372036854775807l - 1);
  printf("%d %d %d %d %d %d\n", 'a', '\n', '\0', '\x41', '\101', '\\');
  printf("%d\n", 'ab' == ('a' << 8 | 'b'));
  printf("%g %g %g %g %g\n", 1.5, .5, 5., 1e3, 1.5e-3);
  printf("%g %g %g\n", 0x1p4, 0x1.8p1, (double)1.25f);
  printf("%zu %zu %zu\n", sizeof 2147483647, sizeof 2147483648, sizeof 0xffffffff);
  printf("%s\n", "con" "cat" "\x65" "nate");
  printf("%d\n", "index"[2]);
  printf("%s\n", "trigraph-free ??");
  printf("%s\n", "a\
b");
  const char *raw = "null\0inside";
  printf("%c\n", raw[5]);
  printf("%d %d\n", '\377' < 0, (unsigned char)'\377');
  return -1 & 0xff;
}
