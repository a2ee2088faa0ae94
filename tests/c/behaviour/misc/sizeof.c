// Sizes of types and expressions, which are not evaluated.
//@ behaviour
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

struct a { char c; };
struct b { char c; short s; };
struct c { char c; int i; char d; };
struct d { char c; void *p; };
struct e { struct c x[2]; char y; };
union u { char c[5]; int i; };

int main(void) {
  printf("%zu %zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void *));
  printf("%zu %zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(wchar_t), sizeof(size_t));
  printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), sizeof(struct e), sizeof(union u));
  int n = 5;
  size_t s = sizeof(n++);
  printf("%zu %d\n", s, n);
  char text[] = "abc", *p = text;
  printf("%zu %zu %zu\n", sizeof text, sizeof p, sizeof "abcdef");
  printf("%zu %zu %zu\n", sizeof 'c', sizeof 1.0f, sizeof((char)1));
  printf("%zu %zu\n", sizeof(int[3][4]), sizeof(int(*)[4]));
  printf("%zu %zu %zu\n", _Alignof(double), _Alignof(struct d), _Alignof(max_align_t) >= 8 ? (size_t)8 : 0);
  printf("%zu %zu\n", sizeof(int_least16_t), sizeof(uintptr_t));
  return sizeof(struct { int a : 3; int b : 30; });
}
