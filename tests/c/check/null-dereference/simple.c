// A search that finds nothing.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
//@ replay: native
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
  return e->value; //~ ERROR[null-dereference]
}
