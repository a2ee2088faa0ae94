// Aligning addresses by hand in a buffer.
//@ behaviour
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>

static alignas(64) char pool[512];
static size_t used;

static void *take(size_t size, size_t alignment) {
  uintptr_t at = (uintptr_t)pool + used;
  at = (at + alignment - 1) & ~(alignment - 1);
  used = at + size - (uintptr_t)pool;
  return used <= sizeof pool ? (void *)at : 0;
}

int main(void) {
  char *c = take(3, 1);
  double *d = take(sizeof *d * 4, alignof(double));
  short *s = take(sizeof *s, alignof(short));
  long *l = take(sizeof *l * 2, 32);
  for (int i = 0; i < 4; i++)
    d[i] = i / 2.0;
  c[0] = 'x';
  *s = -7;
  l[0] = l[1] = 1l << 40;
  printf("%d %d %d %d\n", (int)(c - pool), (int)((char *)d - pool), (int)((char *)s - pool), (int)((char *)l - pool));
  printf("%c %g %d %ld %zu\n", *c, d[3], *s, l[1], used);
  printf("%d %d\n", (int)((uintptr_t)pool % 64), take(1000, 1) == 0);
  struct { char a; alignas(16) char b; } padded;
  printf("%zu %zu\n", sizeof padded, (size_t)((char *)&padded.b - (char *)&padded));
  return 0;
}
