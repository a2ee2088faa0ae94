// A file that is written, read, sought in and removed.
//@ behaviour
#include <stdio.h>
#include <string.h>

int main(void) {
  FILE *f = fopen("own-file.txt", "w+");
  if (!f)
    return 1;
  for (int i = 0; i < 10; i++)
    fprintf(f, "line %d %d\n", i, i * i * i);
  printf("%ld\n", ftell(f));
  rewind(f);
  char b[64];
  int n, cube, sum = 0;
  while (fscanf(f, "line %d %d\n", &n, &cube) == 2)
    sum += cube;
  printf("%d %d\n", sum, feof(f) != 0);
  fseek(f, 9, SEEK_SET);
  printf("%s", fgets(b, sizeof b, f));
  fseek(f, -11, SEEK_END);
  printf("%s", fgets(b, sizeof b, f));
  fclose(f);
  f = fopen("own-file.txt", "a");
  fputs("appended", f);
  fclose(f);
  f = fopen("own-file.txt", "rb");
  size_t total = 0, got;
  while ((got = fread(b, 1, sizeof b, f)) > 0)
    total += got;
  printf("%zu %.8s\n", total, b + total % 64 - 8);
  fclose(f);
  printf("%d\n", fopen("missing.txt", "r") == NULL);
  printf("%d\n", remove("own-file.txt"));
  printf("%d\n", fopen("own-file.txt", "r") == NULL);
  return 0;
}
