// Modular exponentiation and a primality test.
//@ behaviour
#include <stdio.h>
#include <stdint.h>

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t m) { return (uint64_t)((unsigned __int128)a * b % m); }

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t m) {
  uint64_t result = 1;
  for (base %= m; exponent; exponent >>= 1, base = multiply(base, base, m))
    if (exponent & 1)
      result = multiply(result, base, m);
  return result;
}

static int prime(uint64_t n) {
  static const uint64_t witnesses[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  if (n < 2)
    return 0;
  for (int i = 0; i < 12; i++)
    if (n % witnesses[i] == 0)
      return n == witnesses[i];
  uint64_t d = n - 1;
  int r = 0;
  while (!(d & 1))
    d >>= 1, r++;
  for (int i = 0; i < 12; i++) {
    uint64_t x = power(witnesses[i], d, n);
    if (x == 1 || x == n - 1)
      continue;
    int k = 1;
    for (; k < r && x != n - 1; k++)
      x = multiply(x, x, n);
    if (x != n - 1)
      return 0;
  }
  return 1;
}

int main(void) {
  printf("%llu\n", (unsigned long long)power(2, 1000, 1000000007));
  uint64_t list[] = {1, 2, 91, 97, 561, 7919, 1000000007, 18446744073709551557ull, 18446744073709551555ull};
  for (int i = 0; i < 9; i++)
    printf("%llu %d\n", (unsigned long long)list[i], prime(list[i]));
  return 0;
}
