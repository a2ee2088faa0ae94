// A thousand frames with their own arrays.
//@ behaviour
#include <stdio.h>

static unsigned walk(int depth, unsigned seed) {
  unsigned char local[24];
  for (int i = 0; i < 24; i++)
    local[i] = (unsigned char)(seed = seed * 1103515245u + 12345u);
  unsigned below = depth ? walk(depth - 1, seed) : 0;
  unsigned sum = 0;
  for (int i = 0; i < 24; i++)
    sum += local[i];
  return below * 3 + sum;
}

static int length(const char *s) { return *s ? 1 + length(s + 1) : 0; }

static void binary(unsigned n) {
  if (n > 1)
    binary(n / 2);
  putchar('0' + n % 2);
}

int main(void) {
  printf("%u\n", walk(1000, 1));
  printf("%d\n", length("how long is this text"));
  binary(0xbeef);
  puts("");
  return 0;
}
