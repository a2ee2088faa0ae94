// malloc, calloc, realloc and free in the usual patterns.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *a = malloc(10 * sizeof *a);
  for (int i = 0; i < 10; i++)
    a[i] = i;
  a = realloc(a, 20 * sizeof *a);
  for (int i = 10; i < 20; i++)
    a[i] = a[i - 10] * 2;
  printf("%d %d\n", a[9], a[19]);
  a = realloc(a, 5 * sizeof *a);
  printf("%d\n", a[4]);
  free(a);
  char *z = calloc(16, 4);
  int sum = 0;
  for (int i = 0; i < 64; i++)
    sum += z[i];
  printf("%d\n", sum);
  free(z);
  char *text = NULL;
  size_t length = 0;
  for (int i = 0; i < 30; i++) {
    text = realloc(text, length + 2);
    text[length++] = (char)('a' + i % 26);
    text[length] = 0;
  }
  puts(text);
  free(text);
  free(NULL);
  char **rows = malloc(4 * sizeof *rows);
  for (int i = 0; i < 4; i++) {
    rows[i] = malloc((size_t)i + 2);
    memset(rows[i], '0' + i, (size_t)i + 1);
    rows[i][i + 1] = 0;
  }
  for (int i = 3; i >= 0; i--) {
    puts(rows[i]);
    free(rows[i]);
  }
  free(rows);
  void *aligned = aligned_alloc(64, 128);
  printf("%d\n", (int)((unsigned long)aligned % 64));
  free(aligned);
  return 0;
}
