// Binary search for keys, found and missing.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  const char *key;
  int value;
};

static const struct entry table[] = {{"blue", 3}, {"cyan", 6}, {"green", 2}, {"magenta", 5}, {"red", 1}, {"yellow", 4}};

static int compare(const void *key, const void *element) { return strcmp(key, ((const struct entry *)element)->key); }

static int ints(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  const char *keys[] = {"red", "blue", "yellow", "black", "zebra", "green"};
  for (int i = 0; i < 6; i++) {
    const struct entry *e = bsearch(keys[i], table, 6, sizeof *table, compare);
    printf("%s %d\n", keys[i], e ? e->value : -1);
  }
  int n[100];
  for (int i = 0; i < 100; i++)
    n[i] = i * i;
  int found = 0;
  for (int k = 0; k < 500; k++) {
    int *p = bsearch(&k, n, 100, sizeof *n, ints);
    found += p && *p == k;
  }
  printf("%d %d\n", found, bsearch(&found, n, 0, sizeof *n, ints) == NULL);
  return 0;
}
