// Bit-fields, signed and unsigned, over storage units.
//@ behaviour
#include <stdio.h>
#include <string.h>

struct packet {
  unsigned version : 4;
  unsigned length : 4;
  signed delta : 5;
  unsigned : 3;
  unsigned flag : 1;
  unsigned long big : 40;
  unsigned : 0;
  unsigned char last : 7;
  _Bool on : 1;
};

int main(void) {
  struct packet p;
  memset(&p, 0, sizeof p);
  p.version = 4;
  p.length = 20;
  p.delta = -16;
  p.flag = 3;
  p.big = 0x1ffffffffffl;
  p.last = 200;
  p.on = 8;
  printf("%u %u %d %u %lx %u %d\n", p.version, p.length, p.delta, p.flag, (unsigned long)p.big, p.last, p.on);
  p.delta--;
  p.version += 13;
  p.big <<= 3;
  p.last ^= 0x55;
  printf("%d %u %lx %u\n", p.delta, p.version, (unsigned long)p.big, p.last);
  printf("%zu\n", sizeof p);
  unsigned char bytes[sizeof p];
  memcpy(bytes, &p, sizeof p);
  unsigned sum = 0;
  for (unsigned i = 0; i < sizeof p; i++)
    sum = sum * 31 + bytes[i];
  printf("%u\n", sum);
  struct { int a : 3; int b : 3; } s = {3, -4};
  int r = s.a++ + s.b;
  printf("%d %d %d\n", r, s.a, s.b);
  return 0;
}
