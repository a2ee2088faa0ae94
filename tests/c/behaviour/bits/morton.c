// Interleaved bits, Gray codes and a linear feedback register.
//@ behaviour
#include <stdint.h>
#include <stdio.h>

static uint32_t spread(uint32_t n) {
  n = (n | n << 8) & 0x00ff00ff;
  n = (n | n << 4) & 0x0f0f0f0f;
  n = (n | n << 2) & 0x33333333;
  return (n | n << 1) & 0x55555555;
}

static uint32_t gather(uint32_t n) {
  n &= 0x55555555;
  n = (n | n >> 1) & 0x33333333;
  n = (n | n >> 2) & 0x0f0f0f0f;
  n = (n | n >> 4) & 0x00ff00ff;
  return (n | n >> 8) & 0xffff;
}

int main(void) {
  for (uint32_t i = 0; i < 5; i++) {
    uint32_t m = spread(i * 4321 & 0xffff) | spread(i * 77) << 1;
    printf("%u %u %u\n", m, gather(m), gather(m >> 1));
  }
  uint16_t state = 0xace1;
  int period = 0;
  do {
    unsigned bit = (state ^ state >> 2 ^ state >> 3 ^ state >> 5) & 1;
    state = (uint16_t)(state >> 1 | bit << 15);
    period++;
  } while (state != 0xace1 && period < 5000);
  printf("%d %x\n", period, state);
  uint8_t gray = 0;
  for (uint8_t i = 0; i < 16; i++)
    gray ^= (uint8_t)((i ^ i >> 1) * 3);
  return gray;
}
