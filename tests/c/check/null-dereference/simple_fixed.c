// A search that finds nothing: corrected.
//@ verdict: safe
//@ matrix: search=bfs,dfs
#include <klee/klee.h>
#include <stddef.h>

struct entry {
  int key, value;
};

static const struct entry table[] = {{1, 10}, {2, 20}, {3, 30}};

static const struct entry *find(int key) {
  for (int i = 0; i < 3; i++)
    if (table[i].key == key)
      return &table[i];
  return NULL;
}

int main(void) {
  const struct entry *e = find(klee_int("key"));
  if (!e)
    return 0;
  return e->value;
}
