/* The library's qsort over 100,000 numbers. */
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  enum { COUNT = 100000 };
  int *numbers = malloc(COUNT * sizeof *numbers);
  unsigned seed = 1;
  for (int i = 0; i < COUNT; i++) {
    seed = seed * 1103515245u + 12345u;
    numbers[i] = (int)(seed >> 8);
  }
  qsort(numbers, COUNT, sizeof *numbers, compare);
  unsigned sum = 0;
  for (int i = 0; i < COUNT; i++) sum = sum * 31 + (unsigned)numbers[i];
  printf("%u\n", sum);
  free(numbers);
  return 0;
}
