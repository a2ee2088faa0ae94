// Counting by digits, stable.
//@ behaviour
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void sort(uint32_t *a, int n) {
  uint32_t t[64];
  for (int shift = 0; shift < 32; shift += 8) {
    int counts[257] = {0};
    for (int i = 0; i < n; i++)
      counts[(a[i] >> shift & 255) + 1]++;
    for (int i = 0; i < 256; i++)
      counts[i + 1] += counts[i];
    for (int i = 0; i < n; i++)
      t[counts[a[i] >> shift & 255]++] = a[i];
    memcpy(a, t, (size_t)n * sizeof *a);
  }
}

int main(void) {
  uint32_t a[50], state = 7;
  for (int i = 0; i < 50; i++)
    a[i] = state = state * 1664525u + 1013904223u;
  sort(a, 50);
  int sorted = 1;
  for (int i = 1; i < 50; i++)
    sorted &= a[i - 1] <= a[i];
  printf("%d %u %u %u\n", sorted, a[0], a[25], a[49]);
  return sorted;
}
