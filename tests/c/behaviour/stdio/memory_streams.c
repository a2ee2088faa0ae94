// Streams into and out of memory.
//@ behaviour
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  for (int i = 0; i < 40; i++)
    fprintf(f, "%d ", i);
  fflush(f);
  printf("%zu\n", size);
  fputs("end", f);
  fclose(f);
  printf("%zu %s\n", size, text + size - 10);
  f = fmemopen(text, size, "r");
  int n, sum = 0;
  while (fscanf(f, "%d", &n) == 1)
    sum += n;
  printf("%d %c\n", sum, fgetc(f));
  fclose(f);
  free(text);
  char *made;
  int length = asprintf(&made, "%s/%d", "asprintf", 7);
  printf("%d %s\n", length, made);
  free(made);
  return 0;
}
