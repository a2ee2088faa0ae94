// The sieve, factorisation and perfect numbers.
//@ behaviour
#include <stdio.h>
#include <string.h>

#define N 1000
static unsigned char sieve[N / 8 + 1];

static int composite(int n) { return sieve[n / 8] >> n % 8 & 1; }

static void factor(unsigned long n) {
  printf("%lu =", n);
  for (unsigned long p = 2; p * p <= n; p += 1 + (p > 2)) {
    int e = 0;
    while (n % p == 0)
      n /= p, e++;
    if (e > 1)
      printf(" %lu^%d", p, e);
    else if (e)
      printf(" %lu", p);
  }
  if (n > 1)
    printf(" %lu", n);
  puts("");
}

int main(void) {
  for (int i = 2; i * i <= N; i++)
    if (!composite(i))
      for (int j = i * i; j <= N; j += i)
        sieve[j / 8] |= (unsigned char)(1u << j % 8);
  int count = 0, last = 0, gap = 0;
  for (int i = 2; i <= N; i++)
    if (!composite(i)) {
      if (last && i - last > gap)
        gap = i - last;
      last = i;
      count++;
    }
  printf("%d %d %d\n", count, last, gap);
  factor(360);
  factor(97);
  factor(1001);
  factor(1ul << 33);
  factor(600851475);
  for (int n = 2; n < 500; n++) {
    int sum = 1;
    for (int d = 2; d < n; d++)
      sum += n % d ? 0 : d;
    if (sum == n)
      printf("%d ", n);
  }
  puts("");
  return 0;
}
