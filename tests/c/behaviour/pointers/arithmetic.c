// Pointer arithmetic, differences and comparisons.
//@ behaviour
#include <stddef.h>
#include <stdio.h>

int main(void) {
  int a[10];
  for (int *p = a; p != a + 10; p++)
    *p = (int)(p - a) * 3;
  int *begin = a, *end = &a[10], *middle = begin + (end - begin) / 2;
  printf("%td %td %d\n", end - begin, middle - end, *middle);
  printf("%d %d %d\n", begin < end, middle <= begin, &a[3] == a + 3);
  printf("%d %d\n", 2 [a], *(3 + a));
  struct { char c; double d; } s[4];
  ptrdiff_t bytes = (char *)&s[3] - (char *)&s[0];
  printf("%td %td\n", bytes, &s[3] - &s[1]);
  int(*row)[5] = (int(*)[5])a;
  printf("%d %d %td\n", row[1][2], (*row)[4], row + 1 - row);
  char *bytes_of = (char *)&a[9];
  int *back = (int *)(bytes_of - 2 * sizeof(int));
  printf("%d\n", *back);
  end -= 3;
  printf("%d %d\n", end[-1], end[2]);
  return 0;
}
