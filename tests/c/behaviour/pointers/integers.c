// Pointers through integers and back.
//@ behaviour
#include <stdint.h>
#include <stdio.h>

int main(void) {
  int array[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  uintptr_t n = (uintptr_t)array;
  printf("%d\n", *(int *)(n + 12));
  printf("%d\n", (int)((uintptr_t)&array[5] - n));
  printf("%d\n", (int)(n % sizeof(int)));
  uintptr_t tagged = (uintptr_t)&array[2] | 1;
  int *clean = (int *)(tagged & ~(uintptr_t)1);
  printf("%d %d\n", *clean, (int)(tagged & 1));
  intptr_t hidden = ~(intptr_t)&array[3];
  printf("%d\n", *(int *)~hidden);
  char *x = (char *)&array[1], *y = (char *)&array[6];
  uintptr_t both = (uintptr_t)x ^ (uintptr_t)y;
  printf("%d\n", *(int *)(both ^ (uintptr_t)x));
  printf("%d %d\n", (void *)0 == NULL, (uintptr_t)(void *)0 == 0);
  unsigned char copy[sizeof(int *)];
  int *source = &array[4];
  for (unsigned i = 0; i < sizeof source; i++)
    copy[i] = ((unsigned char *)&source)[i];
  int *target;
  for (unsigned i = 0; i < sizeof target; i++)
    ((unsigned char *)&target)[i] = copy[i];
  printf("%d\n", *target);
  return 0;
}
