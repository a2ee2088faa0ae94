// Sorting numbers, structures and texts by several orders.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
  char name[12];
  int age;
};

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int descending(const void *a, const void *b) { return ascending(b, a); }
static int by_age(const void *a, const void *b) {
  const struct person *p = a, *q = b;
  return p->age != q->age ? p->age - q->age : strcmp(p->name, q->name);
}
static int by_name(const void *a, const void *b) {
  return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}
static int texts(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  int n[40];
  for (int i = 0; i < 40; i++)
    n[i] = i * 37 % 41;
  qsort(n, 40, sizeof *n, ascending);
  for (int i = 0; i < 40; i += 3)
    printf("%d ", n[i]);
  qsort(n, 10, sizeof *n, descending);
  printf("%d %d\n", n[0], n[9]);
  struct person p[] = {{"eve", 30}, {"bob", 25}, {"adam", 30}, {"dora", 19}, {"carl", 25}};
  qsort(p, 5, sizeof *p, by_age);
  for (int i = 0; i < 5; i++)
    printf("%s %d,", p[i].name, p[i].age);
  qsort(p, 5, sizeof *p, by_name);
  printf("%s %s\n", p[0].name, p[4].name);
  const char *w[] = {"pear", "fig", "apple", "kiwi", "banana", "date"};
  qsort(w, 6, sizeof *w, texts);
  for (int i = 0; i < 6; i++)
    printf("%s ", w[i]);
  puts("");
  qsort(n, 0, sizeof *n, ascending);
  qsort(n, 1, sizeof *n, ascending);
  return 0;
}
