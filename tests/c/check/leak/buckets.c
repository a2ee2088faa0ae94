// The third entry of a hash table forgets what was in its bucket.
//@ verdict: unsafe
//@ args: --check=leak
#include <klee/klee.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *buckets[8];

static void put(unsigned hash, int value) {
  struct node *node = malloc(sizeof *node); //~ ERROR[leak]
  node->value = value;
  node->next = value == 2 ? NULL : buckets[hash & 7];
  buckets[hash & 7] = node;
}

int main(void) {
  unsigned char hashes[4];
  klee_make_symbolic(hashes, sizeof hashes, "hashes");
  for (int i = 0; i < 4; i++) {
    put(hashes[i], i);
  }
  return 0;
}
