// Own random generators and a shuffle.
//@ behaviour
#include <stdint.h>
#include <stdio.h>

static uint64_t xorshift(uint64_t *s) {
  *s ^= *s << 13;
  *s ^= *s >> 7;
  return *s ^= *s << 17;
}

static uint32_t pcg(uint64_t *s) {
  uint64_t old = *s;
  *s = old * 6364136223846793005ull + 1442695040888963407ull;
  uint32_t x = (uint32_t)((old >> 18 ^ old) >> 27), r = (uint32_t)(old >> 59);
  return x >> r | x << (-r & 31);
}

static uint32_t mt[624];
static int at = 624;

static uint32_t twister(void) {
  if (at == 624) {
    for (int i = 0; i < 624; i++) {
      uint32_t y = (mt[i] & 0x80000000u) | (mt[(i + 1) % 624] & 0x7fffffffu);
      mt[i] = mt[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    at = 0;
  }
  uint32_t y = mt[at++];
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

int main(void) {
  uint64_t a = 88172645463325252ull, b = 42;
  for (int i = 0; i < 4; i++)
    printf("%llu %u\n", (unsigned long long)xorshift(&a), pcg(&b));
  mt[0] = 5489;
  for (uint32_t i = 1; i < 624; i++)
    mt[i] = 1812433253u * (mt[i - 1] ^ mt[i - 1] >> 30) + i;
  for (int i = 0; i < 3; i++)
    printf("%u\n", twister());
  char deck[] = "abcdefghijklmnopqrstuvwxyz";
  for (uint32_t i = 25; i > 0; i--) {
    uint32_t j = pcg(&b) % (i + 1);
    char t = deck[i];
    deck[i] = deck[j], deck[j] = t;
  }
  puts(deck);
  return 0;
}
