// Structures written to a file and read back at random.
//@ behaviour
#include <stdio.h>

struct record {
  int id;
  double weight;
  char name[12];
};

int main(void) {
  FILE *f = fopen("records.bin", "wb+");
  for (int i = 0; i < 8; i++) {
    struct record r = {i, i / 3.0, ""};
    snprintf(r.name, sizeof r.name, "record%d", i);
    if (fwrite(&r, sizeof r, 1, f) != 1)
      return 1;
  }
  int order[] = {5, 0, 7, 2};
  for (int i = 0; i < 4; i++) {
    struct record r;
    fseek(f, (long)(order[i] * sizeof r), SEEK_SET);
    if (fread(&r, sizeof r, 1, f) == 1)
      printf("%d %.4f %s\n", r.id, r.weight, r.name);
    r.weight *= 10;
    fseek(f, -(long)sizeof r, SEEK_CUR);
    fwrite(&r, sizeof r, 1, f);
  }
  struct record all[10];
  rewind(f);
  size_t n = fread(all, sizeof *all, 10, f);
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += all[i].weight;
  printf("%zu %.4f %d\n", n, sum, feof(f) != 0);
  fclose(f);
  remove("records.bin");
  return 0;
}
