// One storage seen as several types.
//@ behaviour
#include <stdint.h>
#include <stdio.h>

union word {
  uint32_t whole;
  uint16_t halves[2];
  uint8_t bytes[4];
  struct { uint8_t low, second; uint16_t high; } parts;
};

union number {
  double d;
  uint64_t bits;
};

struct value {
  enum { INT, REAL, TEXT } kind;
  union { long i; double r; const char *t; };
};

static void print(struct value v) {
  switch (v.kind) {
  case INT:
    printf("int %ld\n", v.i);
    break;
  case REAL:
    printf("real %g\n", v.r);
    break;
  case TEXT:
    printf("text %s\n", v.t);
  }
}

int main(void) {
  union word w = {0x12345678};
  printf("%x %x %x %x\n", w.halves[0], w.bytes[3], w.parts.second, w.parts.high);
  w.bytes[0] = 0xff;
  w.parts.high = 0xabcd;
  printf("%x\n", w.whole);
  union number n = {.d = -1.5};
  printf("%llx\n", (unsigned long long)n.bits);
  n.bits = 0x400921fb54442d18;
  printf("%.15f\n", n.d);
  struct value list[] = {{INT, .i = -3}, {REAL, .r = 2.5}, {TEXT, .t = "hello"}};
  for (int i = 0; i < 3; i++)
    print(list[i]);
  printf("%zu %zu\n", sizeof(union word), sizeof(struct value));
  union { float f; int32_t i; } u = {1.0f};
  u.i += 1 << 23;
  printf("%g\n", u.f);
  return 0;
}
