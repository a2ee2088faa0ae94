// The checked arithmetic of the compiler.
//@ behaviour
#include <stdio.h>
#include <limits.h>

int main(void) {
  int r;
  unsigned u;
  long l;
  unsigned char c;
  printf("%d", __builtin_add_overflow(INT_MAX, 1, &r));
  printf(" %d\n", r);
  printf("%d", __builtin_add_overflow(INT_MAX - 1, 1, &r));
  printf(" %d\n", r);
  printf("%d", __builtin_sub_overflow(0u, 1u, &u));
  printf(" %u\n", u);
  printf("%d", __builtin_mul_overflow(LONG_MAX, 2L, &l));
  printf(" %ld\n", l);
  printf("%d", __builtin_mul_overflow(3037000499L, 3037000499L, &l));
  printf(" %ld\n", l);
  printf("%d", __builtin_add_overflow(200, 100, &c));
  printf(" %d\n", c);
  printf("%d", __builtin_add_overflow(-5, 10u, &u));
  printf(" %u\n", u);
  printf("%d", __builtin_sub_overflow(INT_MIN, 1, &l));
  printf(" %ld\n", l);
  printf("%d\n", __builtin_sadd_overflow(1, 2, &r) + __builtin_umul_overflow(65536u, 65536u, &u));
  return 0;
}
