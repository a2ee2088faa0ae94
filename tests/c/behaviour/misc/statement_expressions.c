// GNU extensions: statements with values, typeof, ranges, elvis.
//@ behaviour
#include <stdio.h>

#define MAX(a, b)                 \
  ({                              \
    typeof(a) x = (a);            \
    typeof(b) y = (b);            \
    x > y ? x : y;                \
  })
#define SWAP(a, b)   \
  do {               \
    typeof(a) t = a; \
    a = b;           \
    b = t;           \
  } while (0)
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define FIRST(x, ...) x
#define STRING(x) #x
#define JOIN(a, b) a##b

static int calls;
static int next(void) { return ++calls; }

int main(void) {
  int most = MAX(next(), 0);
  printf("%d %g %d\n", most, MAX(1.5, 1), calls);
  int a = 1, b = 2;
  SWAP(a, b);
  printf("%d %d\n", a, b);
  printf("%zu %d %s\n", COUNT(1, 2, 3, 4), FIRST(7, 8, 9), STRING(a + b));
  int JOIN(na, me) = 5;
  printf("%d\n", name);
  printf("%d %d\n", 0 ?: 9, next() ?: 9);
  int sum = ({
    int s = 0;
    for (int i = 0; i < 10; i++)
      s += i;
    s;
  });
  printf("%d %s %d\n", sum, __func__, __LINE__);
  __auto_type d = 2.5;
  printf("%zu %d\n", sizeof d, __builtin_constant_p(5));
  printf("%d\n", __builtin_expect(sum > 5, 1) ? 1 : 2);
  printf("%d %d\n", __builtin_types_compatible_p(int, int), __builtin_choose_expr(1, 10, "x"));
  return 0b1011;
}
