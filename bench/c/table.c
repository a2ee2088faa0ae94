/* Reads and a write at unknown positions of a table of 64 KiB. */
#include <assert.h>
#include <klee/klee.h>

static unsigned char table[65536];

int main(void) {
  for (int i = 0; i < 65536; i++) table[i] = (unsigned char)(i * 7 + 3);
  unsigned short a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if (table[a] == 17 && table[b] == 18) {
    table[a] = 1;
    if (table[b] == 18) return 1;
    assert(a == b);
  }
  return 0;
}
