// Generic swapping and searching through untyped pointers.
//@ behaviour
#include <stdio.h>
#include <string.h>

static void swap(void *a, void *b, size_t size) {
  unsigned char *x = a, *y = b;
  while (size--) {
    unsigned char t = *x;
    *x++ = *y;
    *y++ = t;
  }
}

static const void *largest(const void *array, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  const char *best = array;
  for (size_t i = 1; i < n; i++) {
    const char *one = (const char *)array + i * size;
    if (compare(one, best) > 0)
      best = one;
  }
  return best;
}

static int doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int words(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

int main(void) {
  long a = 1, b = 2;
  swap(&a, &b, sizeof a);
  char s[8] = "abc", t[8] = "xyz";
  swap(s, t, 8);
  printf("%ld %ld %s %s\n", a, b, s, t);
  double d[] = {1.5, -3, 8.25, 2};
  const char *w[] = {"pear", "zebra", "apple"};
  printf("%g %s\n", *(const double *)largest(d, 4, sizeof *d, doubles), *(const char *const *)largest(w, 3, sizeof *w, words));
  void *self = &self;
  printf("%d\n", *(void **)self == self);
  return 0;
}
