// Factorials and Fibonacci numbers of hundreds of digits.
//@ behaviour
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LIMBS 24
typedef struct { uint32_t limbs[LIMBS]; } big;

static big multiply_small(big a, uint32_t n) {
  uint64_t carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    carry += (uint64_t)a.limbs[i] * n;
    a.limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  return a;
}

static big add(big a, const big *b) {
  uint64_t carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    carry += (uint64_t)a.limbs[i] + b->limbs[i];
    a.limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  return a;
}

static uint32_t divide_small(big *a, uint32_t n) {
  uint64_t rest = 0;
  for (int i = LIMBS; i--;) {
    rest = rest << 32 | a->limbs[i];
    a->limbs[i] = (uint32_t)(rest / n);
    rest %= n;
  }
  return (uint32_t)rest;
}

static void print(big a) {
  char text[LIMBS * 10];
  int at = sizeof text;
  text[--at] = 0;
  static const big zero;
  do
    text[--at] = (char)('0' + divide_small(&a, 10));
  while (memcmp(&a, &zero, sizeof a));
  puts(text + at);
}

int main(void) {
  big f = {{1}}, x = {{0}}, y = {{1}};
  for (uint32_t i = 2; i <= 60; i++)
    f = multiply_small(f, i);
  print(f);
  for (int i = 0; i < 300; i++) {
    big z = add(x, &y);
    x = y;
    y = z;
  }
  print(x);
  big p = {{1}};
  for (int i = 0; i < 20; i++)
    p = multiply_small(p, 1u << 31);
  print(p);
  return 0;
}
